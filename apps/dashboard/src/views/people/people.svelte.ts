import type { AccountRecord, InviteRecord, UserRecord } from '@cairn/api-schema';
import { client } from '../../api/client.ts';
import { Resource } from '../../api/resource.svelte.ts';

/** Everybody on the server, for its administrators. */
export interface Everybody {
  readonly users: readonly UserRecord[];
  readonly invites: readonly InviteRecord[];
  readonly accounts: readonly AccountRecord[];
}

/** One for all lists of the view: each shows names that another one may change. */
export const people = new Resource(async (): Promise<Everybody> => {
  const [users, invites, accounts] = await Promise.all([
    client.call('GET /api/users'),
    client.call('GET /api/invites'),
    client.list('GET /api/accounts').all(),
  ]);
  return { users, invites, accounts };
});
