import { ListAccounts, ReadAccount, scopes } from '@cairn/access';
import type { Application } from '@cairn/composition';
import type { Call } from './command.js';
import { UsageError } from './options.js';

/** The account that the call names, or else the only one. @throws {UsageError} {AccountNotFound} */
export async function accountOf({ options }: Call, application: Pick<Application, 'get'>): Promise<string> {
  const operator = { accountId: '', scopes };
  const named = options.text('account');
  if (named !== undefined) return (await application.get(ReadAccount).execute(operator, named)).id;
  const { items } = await application.get(ListAccounts).execute(operator, { limit: 2 });
  const [first, second] = items;
  if (first === undefined) throw new UsageError('There is no account yet: start the server once');
  if (second !== undefined)
    throw new UsageError(
      'There are several accounts: name one with --account. `cairn accounts list` lists them',
    );
  return first.id;
}
