import { LastSignIn } from '@cairn/access';
import type { Statements } from '../sql/statements.js';

/** Called after one is removed. @throws {LastSignIn} if the user has no way to sign in. */
export async function assertOtherSignIn(manager: Statements, userId: string): Promise<void> {
  const rows = await manager.sql<readonly unknown[]>`
    SELECT 1 FROM app_user WHERE id = ${userId} AND password_hash <> ''
    UNION ALL SELECT 1 FROM user_identity WHERE user_id = ${userId}
    UNION ALL SELECT 1 FROM user_passkey WHERE user_id = ${userId} LIMIT 1`;
  if (rows.length === 0) throw new LastSignIn();
}
