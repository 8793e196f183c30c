import type { Command } from '../program/command.js';
import { adoptStore } from './adopt-store.js';
import { keyCommands } from './keys.js';

/** All commands, as help lists them. */
export const commands: readonly Command[] = [...keyCommands, adoptStore];
