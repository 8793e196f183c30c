import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';

const TICK_MS = 1_000;
const CLEAR = '\u001b[K'; // clears to the end of the line
const QUIET_TICKS = 10;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** The checkout, independent of the current directory. */
export const root = new URL('..', import.meta.url);

/** A failed step that ends the run. `message` is shown to the user. */
export class StepFailed extends Error {}

const say = (text) => process.stderr.write(text); // stdout is for the server's log and the closing line

/**
 * Shows that `work` is running, once a second on a terminal and every 10 seconds elsewhere, then how long it took.
 * `progress` may return the state, such as `12 of 30 packages`.
 */
export async function step(label, work, progress = () => '') {
  const start = performance.now();
  const seconds = () => `${((performance.now() - start) / 1000).toFixed(1)} s`;
  const moving = process.stderr.isTTY;
  const state = () => [progress(), seconds()].filter((text) => text !== '').join(', ');
  let ticks = 0;
  say(moving ? `… ${label}` : `… ${label}\n`);
  const timer = setInterval(() => {
    ticks += 1;
    if (moving) say(`\r… ${label} (${state()})${CLEAR}`);
    else if (ticks % QUIET_TICKS === 0) say(`… ${label} (${state()})\n`);
  }, TICK_MS);
  try {
    const result = await work();
    say(`${moving ? '\r' : ''}✓ ${label} (${seconds()})${moving ? CLEAR : ''}\n`);
    return result;
  } catch (error) {
    say(`${moving ? '\r' : ''}✗ ${label} (${seconds()})${moving ? CLEAR : ''}\n`);
    throw error;
  } finally {
    clearInterval(timer);
  }
}

const running = new Set();

/** Gives a process a priority, and with it the processes that it starts. Whoever may not give a higher one leaves it as it is. */
function prioritize(pid, priority) {
  try {
    setPriority(pid, priority);
  } catch (error) {
    if (error.info?.code !== 'EACCES' && error.info?.code !== 'EPERM') throw error;
  }
}

/**
 * Runs a Node script of the checkout, with a priority of `os.constants.priority`. Returns exit code and output, which is empty
 * where it is `shown` as it comes. A signal to this process is passed to all running scripts, and ends this process after them.
 */
export function runNode(args, { env = {}, shown = false, priority } = {}) {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: shown ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
  });
  if (running.size === 0) for (const signal of SIGNALS) process.once(signal, stop);
  running.add(child);
  if (priority !== undefined && child.pid !== undefined) prioritize(child.pid, priority);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text) => (output += text));
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      running.delete(child);
      if (running.size === 0) for (const signal of SIGNALS) process.removeListener(signal, stop);
      resolve({ code: code ?? 1, output });
    });
  });
}

async function stop(signal) {
  await Promise.all(
    [...running].map((child) => {
      child.kill(signal);
      return once(child, 'close');
    }),
  );
  process.exit(128 + constants.signals[signal]);
}
