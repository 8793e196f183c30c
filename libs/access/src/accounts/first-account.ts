import type { AccountRepository } from './account-repository.js';
import { FIRST_ACCOUNT_NAME, type Account } from './account.js';

/**
 * Names the first account after its first user, because others read that name where something is shared with them. A
 * name that somebody gave it stays.
 */
export async function nameFirstAccount(
  accounts: Pick<AccountRepository, 'rename'>,
  { id, name }: Account,
  userName: string,
): Promise<void> {
  if (name === FIRST_ACCOUNT_NAME) await accounts.rename(id, userName);
}
