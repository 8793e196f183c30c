import { constants } from 'node:os';
import { version } from '@cairn/server/settings';
import { commands } from './commands/commands.js';
import { run } from './program/program.js';

const interruption = new AbortController();
let ended: NodeJS.Signals | undefined;
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    ended = signal;
    interruption.abort();
  });
// A reader such as `head` may close the pipe before everything is written.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));

const exitCode = await run(process.argv.slice(2), commands, {
  environment: process.env,
  out: process.stdout,
  err: process.stderr,
  signal: interruption.signal,
  version,
});
const code = ended === undefined ? exitCode : 128 + constants.signals[ended];
// Text for a pipe may not be written yet.
process.stdout.write('', () => process.stderr.write('', () => process.exit(code)));
