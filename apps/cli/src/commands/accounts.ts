import { administrationOf } from '../administration/administration-of.js';
import type { AccountRow } from '../administration/administration.js';
import type { Call, Command } from '../program/command.js';
import { serverOptions } from '../program/server-access.js';
import { UsageError } from '../program/options.js';

const show = ({ output }: Call, account: AccountRow): 0 => {
  output.table([account]);
  return 0;
};

/** Manages accounts and their image quotas. */
export const accountCommands: readonly Command[] = [
  {
    usage: 'accounts list',
    summary: 'List the accounts, oldest first',
    options: serverOptions,
    examples: ['accounts list', 'accounts list --json --url http://127.0.0.1:8080'],
    run: async (call) => {
      await call.output.list((await administrationOf(call)).accounts());
      return 0;
    },
  },
  {
    usage: 'accounts create <name>',
    summary: 'Create an account',
    options: [['--quota <count>', 'How many images it may have'], ...serverOptions],
    examples: ["accounts create 'Ann Lee'", 'accounts create Ann --quota 500'],
    run: async (call) => {
      const [name = ''] = call.args;
      const quota = call.options.number('quota', 0);
      return show(call, await (await administrationOf(call)).createAccount(name, quota));
    },
  },
  {
    usage: 'accounts quota <account> <count>',
    summary: 'Set how many images an account may have; `default` for what the server is set to',
    options: serverOptions,
    examples: [
      'accounts quota hGq0vN3bWc7ZrXkYtLmP4s 20000',
      'accounts quota hGq0vN3bWc7ZrXkYtLmP4s default',
    ],
    run: async (call) => {
      const [account = '', count = ''] = call.args;
      if (count !== 'default' && !/^\d{1,15}$/.test(count))
        throw new UsageError(`A quota is a whole number from 0 up, or \`default\`, and is ${count}`);
      const quota = count === 'default' ? undefined : Number(count);
      return show(call, await (await administrationOf(call)).setQuota(account, quota));
    },
  },
];
