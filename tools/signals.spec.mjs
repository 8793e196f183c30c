import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from '@jest/globals';

const guard = new URL('signals.mjs', import.meta.url).href;

/** Runs `program` behind the guard, calls `send` once it is ready, and returns how it ended. */
async function endOf(program, send) {
  const code = `import { deduplicateSignals } from '${guard}'; deduplicateSignals(); ${program}; console.log('ready');`;
  const keepAlive = 'setInterval(() => undefined, 1000);';
  const child = spawn(process.execPath, ['--input-type=module', '-e', code + keepAlive], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  await send(child);
  const [status] = await once(child, 'exit');
  return status;
}

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const drains = "process.once('SIGINT', () => setTimeout(() => process.exit(7), 300))";
const hangs = "process.once('SIGINT', () => undefined)";

it('lets a program shut down in its own time', async () => {
  expect(await endOf(drains, (child) => child.kill('SIGINT'))).toBe(7);
});

it('hides a repeated signal from a program that is shutting down', async () => {
  const twice = async (child) => {
    child.kill('SIGINT');
    await pause(50);
    child.kill('SIGINT');
  };
  expect(await endOf(drains, twice)).toBe(7);
});

it('ends a program that gets a later signal during shutdown', async () => {
  const again = async (child) => {
    child.kill('SIGINT');
    await pause(1_200);
    child.kill('SIGINT');
  };
  expect(await endOf(hangs, again)).toBe(130);
});

it('ends a program that does not listen yet', async () => {
  expect(await endOf('', (child) => child.kill('SIGTERM'))).toBe(143);
});
