import { isAtLeast, KeyNotFound, UserNotFound, type ExplainAccess } from '@cairn/access';
import type { MakerRights } from '@cairn/webhooks';

/** Asks as `GET /api/access` does: whether the user or key is there, and is a manager of the account. */
export function makerRights(explain: Pick<ExplainAccess, 'execute'>): MakerRights {
  return {
    manages: async (madeBy, accountId) => {
      const [type, id = ''] = madeBy.split(':');
      if (type !== 'user' && type !== 'key') return false;
      const target = { accountId, parts: [{ type: 'account', id: accountId }] } as const;
      try {
        const reasons = await explain.execute({ to: { type, id }, target, isOpen: false });
        return reasons.some(({ role }) => isAtLeast(role, 'manager'));
      } catch (error) {
        if (error instanceof UserNotFound || error instanceof KeyNotFound) return false;
        throw error;
      }
    },
  };
}
