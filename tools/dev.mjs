import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { createServer as createProbe } from 'node:net';
import { fileURLToPath } from 'node:url';
import { servePage } from '../apps/dashboard/build/serve.js';
import { build, buildPage } from './build.mjs';
import { programOf } from './server-bundle.mjs';
import { root, StepFailed } from './step.mjs';

// Serves what is in the sources: the page through Vite, which reloads it by itself, and all else by a server behind it, which
// is built and started anew when a source of it changes.

const PORT = Number(process.env.CAIRN_PORT ?? 8080);
const HOST = '127.0.0.1';
const address = `http://${HOST}:${PORT}`;
/** An editor writes several files, or one in several steps. */
const SETTLE_MS = 30;
const LISTENING = 'Cairn is at ';

const at = (path) => fileURLToPath(new URL(path, root));
const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`;
const isSource = (path) =>
  path?.endsWith('.ts') && !path.includes('.spec.') && !/(^|[\\/])(dist|node_modules)[\\/]/.test(path);

async function freePort() {
  const probe = createProbe().listen(0, HOST);
  await once(probe, 'listening');
  const { port } = probe.address();
  probe.close();
  await once(probe, 'close');
  return port;
}

/** The server, of which one runs at a time. */
class Server {
  #child;

  constructor(port) {
    this.port = port;
  }

  /** Ends the one that runs and starts another. Resolves when that listens; false where it ended instead. */
  async restart() {
    await this.stop();
    const child = spawn(process.execPath, [programOf('main')], {
      env: { ...process.env, CAIRN_PORT: String(this.port), CAIRN_BASE_URL: address },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    const listens = new Promise((resolve) => {
      for (const [from, to] of [
        [child.stdout, process.stdout],
        [child.stderr, process.stderr],
      ])
        from.setEncoding('utf8').on('data', (text) => {
          to.write(text);
          if (text.includes(LISTENING)) resolve(true);
        });
    });
    return await Promise.race([listens, once(child, 'exit').then(() => false)]);
  }

  async stop() {
    const child = this.#child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
}

/** Builds what changed. False, with what is wrong on the console, where it cannot be built: then the former goes on. */
async function builds() {
  try {
    await build();
    return true;
  } catch (error) {
    console.error(error instanceof StepFailed ? error.message : `Not built: ${error.message}`);
    return false;
  }
}

const server = new Server(await freePort());
await Promise.all([build(), buildPage()]);
const target = `http://${HOST}:${server.port}`;
const vite = await servePage({ host: HOST, port: PORT, target }).catch(({ message }) => {
  throw new StepFailed(`The page cannot be served: ${message}. CAIRN_PORT names another port.`);
});
await server.restart();
console.log(`\n  The sources are served at ${address}. Types are checked by \`npm run types\`.\n`);

let work = Promise.resolve();
let timer;
for (const folder of ['libs', 'apps/server/src', 'apps/cli/src'])
  watch(at(folder), { recursive: true }, (_, path) => {
    if (!isSource(path)) return;
    clearTimeout(timer);
    const changedAt = performance.now();
    timer = setTimeout(() => (work = work.then(() => reload(path, changedAt))), SETTLE_MS);
  });

async function reload(path, changedAt) {
  if (!(await builds()) || !(await server.restart())) return;
  vite.ws.send({ type: 'full-reload' });
  console.log(`✓ Served anew ${seconds(changedAt)} after ${path} changed`);
}

for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, async () => {
    await Promise.all([server.stop(), vite.close()]);
    process.exit(0);
  });
