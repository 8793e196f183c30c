import { ListAccounts, scopes } from '@cairn/access';
import type { Application } from '@cairn/composition';
import type { Call } from './command.js';
import { UsageError } from './usage-error.js';

/** The account that the call names, or the only one. @throws {UsageError} */
export async function accountOf({ options }: Call, application: Pick<Application, 'get'>): Promise<string> {
  const operator = { accountId: '', scopes };
  const { items } = await application.get(ListAccounts).execute(operator, { limit: 1_000 });
  const named = options.text('account');
  const [first, second] = named === undefined ? items : items.filter(({ id }) => id === named);
  if (first === undefined)
    throw new UsageError(
      named === undefined ? 'There is no account yet: start the server once' : `There is no account ${named}`,
    );
  if (second !== undefined)
    throw new UsageError(
      'There are several accounts: name one with --account. `cairn accounts list` lists them',
    );
  return first.id;
}
