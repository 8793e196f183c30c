import { isAtLeast, KeyNotFound, UserNotFound, type ExplainAccess } from '@cairn/access';
import type { StandingRights } from '@cairn/kernel';

/** Asks as `GET /api/access` does: whether the user or key is there, and has the role in the account. */
export function standingRights(explain: Pick<ExplainAccess, 'execute'>): StandingRights {
  return {
    holds: async (bearer, accountId, role) => {
      const [type, id = ''] = bearer.split(':');
      if (type !== 'user' && type !== 'key') return false;
      const target = { accountId, parts: [{ type: 'account', id: accountId }] } as const;
      try {
        const reasons = await explain.execute({ to: { type, id }, target, isOpen: false });
        return reasons.some((reason) => isAtLeast(reason.role, role));
      } catch (error) {
        if (error instanceof UserNotFound || error instanceof KeyNotFound) return false;
        throw error;
      }
    },
  };
}
