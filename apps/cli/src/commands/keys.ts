import { scopes, type Scope } from '@cairn/access';
import { newKey } from '@cairn/composition';
import { administrationOf } from '../administration/administration-of.js';
import type { Command } from '../program/command.js';
import { serverOptions } from '../program/server-access.js';
import { UsageError } from '../program/options.js';

const DAY_MS = 24 * 60 * 60 * 1000;
const DEFAULT_SCOPES = 'images:read,images:write,spaces:read,spaces:write';

/** API keys. */
export const keyCommands: readonly Command[] = [
  {
    usage: 'keys list [account]',
    summary: 'List the keys of all accounts or of one, oldest first, with those that are revoked',
    options: serverOptions,
    examples: ['keys list', 'keys list hGq0vN3bWc7ZrXkYtLmP4s --json'],
    run: async (call) => {
      await call.output.list((await administrationOf(call)).keys(call.args[0]));
      return 0;
    },
  },
  {
    usage: 'keys create <account>',
    summary: 'Create a key and print it: it is shown this once',
    options: [
      ['--name <name>', 'What it is for'],
      ['--scopes <scopes>', `What it may do, separated by commas; ${DEFAULT_SCOPES} by default`],
      ['--days <count>', 'After how many days it expires; never by default'],
      ...serverOptions,
    ],
    examples: [
      'keys create hGq0vN3bWc7ZrXkYtLmP4s --name backup --scopes images:read --days 90',
      'keys create hGq0vN3bWc7ZrXkYtLmP4s --scopes admin',
    ],
    run: async (call) => {
      const { options, output } = call;
      const days = options.number('days', 1);
      const { key, secret } = await (
        await administrationOf(call)
      ).createKey({
        accountId: call.args[0] ?? '',
        name: options.text('name') ?? 'Key of the command line',
        scopes: (options.text('scopes') ?? DEFAULT_SCOPES).split(',').map(scopeOf),
        expiresAt: days === undefined ? undefined : Date.now() + days * DAY_MS,
      });
      output.result({ ...key, key: secret }, secret);
      return 0;
    },
  },
  {
    usage: 'keys revoke <key>',
    summary: 'Revoke a key by its id, at once and for ever, and the keys that it created',
    options: [['--force', 'Also the last key that can administer'], ...serverOptions],
    examples: ['keys revoke 5TzQw8nLkJ2mVxRbYcD9eF'],
    run: async (call) => {
      const lastAdmin = call.options.isSet('force') ? 'revoke' : 'refuse';
      call.output.table([await (await administrationOf(call)).revokeKey(call.args[0] ?? '', lastAdmin)]);
      return 0;
    },
  },
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

function scopeOf(text: string): Scope {
  const scope = scopes.find((known) => known === text.trim());
  if (scope === undefined) throw new UsageError(`${text} is no scope. There are: ${scopes.join(', ')}`);
  return scope;
}
