import { spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { root, runNode, step, StepFailed } from './step.mjs';

const SHOWN = 2_000;
const PROGRAM = 'apps/docs/build/main.js';

/** Builds the documentation, if it is out of date. */
export async function buildDocs() {
  await step('Building the documentation', async () => {
    const { code, output } = await runNode([PROGRAM]);
    if (code !== 0) throw new StepFailed(output);
  });
}

/**
 * Builds the documentation, if it is out of date, in a process of its own that leaves the processors to the server. It
 * ends with this process.
 */
export function buildDocsBeside() {
  const child = spawn(process.execPath, [PROGRAM], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const kill = () => child.kill();
  process.once('exit', kill);
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text) => (output = (output + text).slice(-SHOWN)));
  child.once('error', (error) => (output = error.message));
  child.once('close', (code, signal) => {
    process.off('exit', kill);
    if (code !== 0 && signal === null)
      console.error(`The documentation could not be built, and /docs says that it is not there:\n${output}`);
  });
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
}
