import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from '@jest/globals';

const guard = new URL('signals.mjs', import.meta.url).href;

/** Runs `program` behind the guard, calls `send` once it is ready, and returns how it ended. Its clock stands still. */
async function endOf(program, send) {
  const clock = 'let now = 0; performance.now = () => now;';
  const code = `import { deduplicateSignals } from '${guard}'; ${clock} deduplicateSignals(); ${program}; console.log('ready');`;
  const keepAlive = 'setInterval(() => undefined, 1000);';
  const child = spawn(process.execPath, ['--input-type=module', '-e', code + keepAlive], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  await once(child.stdout, 'data');
  await send(child);
  const [status] = await exited;
  return status;
}

/** Sends it again when the program has got it. */
const twice = async (child) => {
  const heard = once(child.stdout, 'data');
  child.kill('SIGINT');
  await heard;
  child.kill('SIGINT');
};
/** Ends when it is told again, unless the guard ends it. */
const shutsDown = (first) =>
  `process.once('SIGINT', () => { ${first}; console.log('heard'); process.on('SIGINT', () => process.exit(7)); })`;

it('lets a program shut down in its own time', async () => {
  const drains = "process.once('SIGINT', () => setImmediate(() => process.exit(7)))";
  expect(await endOf(drains, (child) => child.kill('SIGINT'))).toBe(7);
});

it('hides a repeated signal from a program that is shutting down', async () => {
  expect(await endOf(shutsDown('now += 900'), twice)).toBe(7);
});

it('ends a program that gets a later signal during shutdown', async () => {
  expect(await endOf(shutsDown('now += 1_100'), twice)).toBe(130);
});

it('ends a program that does not listen yet', async () => {
  expect(await endOf('', (child) => child.kill('SIGTERM'))).toBe(143);
});
