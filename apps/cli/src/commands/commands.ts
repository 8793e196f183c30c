import type { Command } from '../program/command.js';
import { accountCommands } from './accounts.js';
import { adoptStore } from './adopt-store.js';
import { backupCommands } from './backup.js';
import { fsck } from './fsck.js';
import { exportFiles } from './export.js';
import { importFiles } from './import.js';
import { jobCommands } from './jobs.js';
import { keyCommands } from './keys.js';
import { sweep } from './sweep.js';
import { userCommands } from './users.js';

/** All commands, as help lists them. */
export const commands: readonly Command[] = [
  ...accountCommands,
  ...userCommands,
  ...keyCommands,
  ...jobCommands,
  ...backupCommands,
  fsck,
  importFiles,
  exportFiles,
  sweep,
  adoptStore,
];
