import { nameKeyOf, UserNotFound } from '@cairn/access';
import { administrationOf } from '../administration/administration-of.js';
import type { Command } from '../program/command.js';
import { serverOptions } from '../program/server-access.js';

/** The people who sign in. */
export const userCommands: readonly Command[] = [
  {
    usage: 'users list',
    summary: 'List the users, oldest first',
    options: serverOptions,
    examples: ['users list', 'users list --json --url http://127.0.0.1:8080'],
    run: async (call) => {
      call.output.table(await (await administrationOf(call)).users());
      return 0;
    },
  },
  {
    usage: 'users reset-password <user>',
    summary: 'Print a link by which a user, by name or id, sets a new password: it works once, within a day',
    options: serverOptions,
    examples: ['users reset-password Ada', 'users reset-password Ada --url http://127.0.0.1:8080'],
    run: async (call) => {
      const [given = ''] = call.args;
      const administration = await administrationOf(call);
      const users = await administration.users();
      const user =
        users.find(({ id }) => id === given) ??
        users.find(({ name }) => nameKeyOf(name) === nameKeyOf(given));
      if (user === undefined) throw new UserNotFound(given);
      const link = await administration.resetPassword(user.id);
      call.output.result(
        { ...link, user: user.name },
        `${user.name} sets a new password at this address, once, until ${link.expires}:\n${link.url}`,
      );
      return 0;
    },
  },
];
