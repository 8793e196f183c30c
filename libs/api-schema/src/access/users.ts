import * as z from 'zod';
import { queryBooleanSchema } from '../query-boolean.js';
import { scopeSchema } from '../scopes.js';
import { grantedResourceSchema } from './grants.js';
import { grantRoleSchema } from '../grant-roles.js';
import { accountBaseMapSchema } from '../service/base-map.js';
import { timestampSchema } from '../timestamp.js';

export const roleSchema = z.enum(['owner', 'member']);

// The domain enforces these limits; here they are only documented.
const userName = z.string().meta({
  minLength: 1,
  maxLength: 64,
  description: 'Nobody else’s, whatever its case. Leading and trailing spaces are removed.',
});
const newPassword = z
  .string()
  .meta({ minLength: 10, maxLength: 256, description: '10 to 256 characters of any kind.' });

export const sessionRecordSchema = z
  .object({
    user: z.object({
      id: z.string(),
      name: z.string(),
      role: roleSchema,
      hasPassword: z.boolean().describe('Whether the user can sign in with a password.'),
    }),
    account: z.object({
      id: z.string(),
      name: z.string(),
      baseMap: accountBaseMapSchema
        .nullable()
        .describe('What its maps lie on; `null` for the base map of the service.'),
    }),
    scopes: z.array(scopeSchema),
    expiresAt: timestampSchema.describe('When the session ends unless it is used before.'),
  })
  .meta({ id: 'Session' });

export type SessionRecord = z.infer<typeof sessionRecordSchema>;

export const setupStateSchema = z
  .object({ needed: z.boolean().describe('Whether nobody can sign in yet.') })
  .meta({ id: 'SetupState' });

export const signInBodySchema = z.strictObject({ name: z.string(), password: z.string() });

export const joinBodySchema = z.strictObject({
  token: z.string().describe('What follows `#` in the link.'),
  name: userName,
  password: newPassword,
});

export const checkInviteBodySchema = joinBodySchema.pick({ token: true });

export const checkedInviteSchema = z.object({
  purpose: z.enum(['setup', 'invite']).describe('`setup` makes the first user.'),
  role: roleSchema.describe('What the user becomes.'),
  expiresAt: timestampSchema,
});

export const changePasswordBodySchema = z.strictObject({
  current: z.string().optional().describe('Needed by whoever has a password.'),
  password: newPassword,
});

export const changeUserBodySchema = z
  .strictObject({
    role: roleSchema.optional().describe('Needs `admin`.'),
    name: userName.optional(),
  })
  .refine(({ role, name }) => (role === undefined) !== (name === undefined), {
    message: 'must have a `role` or a `name`, not both',
  });

export const sessionEntrySchema = z
  .object({
    id: z.string(),
    createdAt: timestampSchema,
    lastUsedAt: timestampSchema.describe('Accurate to a minute.'),
    expiresAt: timestampSchema,
    userAgent: z.string().describe('What the browser called itself at sign-in.'),
    name: z.string().nullable().describe('What its user calls it.'),
    current: z.boolean().describe('Whether it is the session of this request.'),
  })
  .meta({ id: 'SessionEntry' });

export const patchSessionBodySchema = z.strictObject({
  name: z
    .string()
    .meta({ maxLength: 64 })
    .describe('Such as “My phone”. Leading and trailing spaces are removed; an empty name takes it away.'),
});

export const endSessionsQuerySchema = z.object({
  others: queryBooleanSchema
    .optional()
    .describe(
      '`true` keeps the session of this request. `true` or `false`, case-insensitive. Default: `false`.',
    ),
});

export type SessionEntry = z.infer<typeof sessionEntrySchema>;

export const userRecordSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    role: roleSchema,
    accountId: z.string(),
    createdAt: timestampSchema,
    lastSeenAt: timestampSchema.nullable().describe('Accurate to a minute.'),
  })
  .meta({ id: 'User' });

export type UserRecord = z.infer<typeof userRecordSchema>;

const invitedGrant = z
  .strictObject({ resource: grantedResourceSchema, role: grantRoleSchema })
  .describe('What of the own account is shared with whoever comes in.');

const invitedAccount = z
  .string()
  .describe(
    'An account without a user, such as that of a user who was removed. Without it, whoever comes in gets a new one.',
  );

export const createInviteBodySchema = z.strictObject({
  role: roleSchema,
  accountId: invitedAccount.optional(),
  grant: invitedGrant.optional(),
  expiresIn: z
    .int()
    .optional()
    .meta({ minimum: 60, maximum: 2_592_000, description: 'Seconds. Default: 604800, a week.' }),
});

export const inviteRecordSchema = z
  .object({
    id: z.string(),
    role: roleSchema,
    accountId: invitedAccount.optional(),
    grant: invitedGrant.optional(),
    createdAt: timestampSchema,
    expiresAt: timestampSchema,
  })
  .meta({ id: 'Invite' });

export type InviteRecord = z.infer<typeof inviteRecordSchema>;

export const createdInviteSchema = z
  .object({
    id: z.string(),
    role: roleSchema,
    accountId: invitedAccount.optional(),
    grant: invitedGrant.optional(),
    token: z.string().describe('Shown only once.'),
    url: z.string().describe('The link to send, with the token.'),
    expiresAt: timestampSchema,
  })
  .meta({ id: 'CreatedInvite' });

export type CreatedInvite = z.infer<typeof createdInviteSchema>;

export type SignInBody = z.infer<typeof signInBodySchema>;

export type JoinBody = z.infer<typeof joinBodySchema>;

export type CheckedInvite = z.infer<typeof checkedInviteSchema>;

export type ChangePasswordBody = z.infer<typeof changePasswordBodySchema>;

export type ChangeUserBody = z.infer<typeof changeUserBodySchema>;

export type CreateInviteBody = z.infer<typeof createInviteBodySchema>;
