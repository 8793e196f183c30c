import { constants } from 'node:os';
import { version } from '@cairn/server/settings';
import { run } from './program/program.js';
import type { Command } from './program/command.js';
import { accountCommands } from './commands/accounts.js';
import { adoptStore } from './commands/adopt-store.js';
import { backupCommands } from './commands/backup.js';
import { fsck } from './commands/fsck.js';
import { exportFiles } from './commands/export.js';
import { exportMap } from './commands/export-map.js';
import { importFiles } from './commands/import.js';
import { jobCommands } from './commands/jobs.js';
import { keyCommands } from './commands/keys.js';
import { schema } from './commands/schema.js';
import { sweep } from './commands/sweep.js';
import { uploadTokenCommands } from './commands/upload-tokens.js';
import { userCommands } from './commands/users.js';

/** All commands, as help lists them. */
const commands: readonly Command[] = [
  ...accountCommands,
  ...userCommands,
  ...keyCommands,
  ...uploadTokenCommands,
  ...jobCommands,
  ...backupCommands,
  fsck,
  importFiles,
  exportFiles,
  exportMap,
  sweep,
  schema,
  adoptStore,
];

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
