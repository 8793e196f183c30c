import { newKey } from '@cairn/composition';
import type { Command } from '../program/command.js';

/** API keys. */
export const keyCommands: readonly Command[] = [
  {
    usage: 'keys generate',
    summary: 'Print a well-formed key for CAIRN_BOOTSTRAP_KEY; nothing is stored',
    examples: ['keys generate'],
    run: ({ output }) => {
      const key = newKey().text;
      output.result({ key }, key);
      return Promise.resolve(0);
    },
  },
];
