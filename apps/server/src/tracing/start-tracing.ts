import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { ServerSettings } from '../settings/settings.js';

/** A collector that does not answer must not delay a stop. */
const FLUSH_MS = 500;

/** How traces and the names of work are followed. */
export interface Tracing {
  /** Sends the spans that are left, for half a second at most. */
  stop(): Promise<void>;
}

type Wanted = Pick<ServerSettings, 'tracing' | 'slowQueryMs'>;

/**
 * Registers with the API of OpenTelemetry what the settings ask for: what follows the work that is done, which slow statements are
 * named by, and the SDK, which records traces. Loads no package that is not asked for.
 */
export async function startTracing({ tracing, slowQueryMs }: Wanted, log: Logger): Promise<Tracing> {
  if (tracing === undefined && slowQueryMs === 0) return { stop: async () => undefined };
  const [{ context }, { AsyncLocalStorageContextManager }] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/context-async-hooks'),
  ]);
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  if (tracing === undefined) return { stop: async () => undefined };
  const { startRecording } = await import('./start-recording.js');
  const provider = await startRecording(tracing, log);
  return {
    stop: async () => {
      const sent = provider.shutdown().catch(() => undefined); // what went wrong has been logged
      await Promise.race([sent, pause(FLUSH_MS, undefined, { ref: false })]);
    },
  };
}
