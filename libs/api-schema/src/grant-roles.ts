import * as z from 'zod';

/** What a grant allows in a part of an account. */
export const grantRoleSchema = z
  .enum(['viewer', 'contributor', 'editor', 'manager', 'owner'])
  .describe(
    '`viewer`: to look. `contributor`: to add, and to change what they added. `editor`: to change everything. `manager`: to ' +
      'share it, too. `owner`: of an account only.',
  );

export type GrantRole = z.infer<typeof grantRoleSchema>;
