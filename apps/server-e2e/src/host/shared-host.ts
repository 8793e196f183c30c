import { createLog, explain, parseSettings, startServer, type RunningServer } from '@cairn/server/parts';

/** Has a server started, or stopped. */
interface Order {
  readonly id: number;
  /** The settings of a server to start. Without them it is stopped. */
  readonly env?: NodeJS.ProcessEnv;
}

/** Servers that share this process, and with it the code that is loaded and compiled. */
const running = new Map<number, RunningServer>();

/** What is told of a server that was started. */
interface Started {
  readonly address: string;
  readonly setupToken: string;
}

async function start(id: number, env: NodeJS.ProcessEnv): Promise<Started> {
  const settings = parseSettings(env);
  const server = await startServer(settings, await createLog(settings.logLevel));
  running.set(id, server);
  return { address: server.listening, setupToken: server.setupToken ?? '' };
}

async function stop(id: number): Promise<void> {
  const server = running.get(id);
  running.delete(id);
  await server?.close();
}

async function obey({ id, env }: Order): Promise<void> {
  try {
    process.send?.({ id, started: env === undefined ? await stop(id) : await start(id, env) });
  } catch (error) {
    process.send?.({ id, fault: explain(error, env ?? {}) });
  }
}

process.on('message', (order: Order) => void obey(order));
