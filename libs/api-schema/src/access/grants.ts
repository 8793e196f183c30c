import * as z from 'zod';
import { grantRoleSchema } from '../grant-roles.js';
import { pageQuerySchema } from '../paging.js';
import { timestampSchema } from '../timestamp.js';
import { includedTitle, sharedCover } from './links.js';

const grantedTypeSchema = z.enum(['account', 'folder', 'album', 'image', 'space', 'map']);

export const grantedResourceSchema = z
  .strictObject({
    type: grantedTypeSchema,
    id: z
      .string()
      .min(1)
      .max(1_000)
      .describe('Identifier of the account, album, image, space or map; path of the folder.'),
  })
  .describe('What is shared. An account is everything in it, a folder everything below it.');

const granteeSchema = z
  .object({
    type: z.enum(['user', 'group', 'key']),
    id: z.string(),
    name: z.string().nullable().describe('`null` if it is not there any more.'),
  })
  .describe('With whom it is shared.');

export const grantRecordSchema = z
  .object({
    id: z.string(),
    resource: grantedResourceSchema,
    to: granteeSchema,
    role: grantRoleSchema,
    createdAt: timestampSchema,
    lastUsedAt: timestampSchema.nullable().describe('To about a minute; `null` if it was never used.'),
    title: z
      .string()
      .nullable()
      .optional()
      .describe('What the resource is called; `null` if that is gone. With `include=title`.'),
    cover: sharedCover,
  })
  .meta({ id: 'Grant' });

export type GrantRecord = z.infer<typeof grantRecordSchema>;

export const giveGrantBodySchema = z.strictObject({
  resource: grantedResourceSchema,
  to: z
    .strictObject({
      type: z.enum(['user', 'group', 'key']),
      id: z.string().max(100).optional(),
      name: z.string().max(300).optional().describe('Of a user, instead of `id`.'),
    })
    .refine(
      ({ type, id, name }) =>
        (id === undefined) !== (name === undefined) && (name === undefined || type === 'user'),
      {
        message: 'must have an `id`, or for a user a `name`',
      },
    ),
  role: grantRoleSchema,
});

export type GiveGrantBody = z.infer<typeof giveGrantBodySchema>;

const page = {
  limit: pageQuerySchema.shape.limit.describe('Page size; 100 by default.'),
  cursor: z
    .string()
    .optional()
    .describe('Start of the page: the `nextCursor` of the previous one, unchanged.'),
};

export const grantsQuerySchema = z
  .object({
    limit: page.limit,
    cursor: page.cursor,
    type: grantedTypeSchema.optional().describe('Grants of one resource of this type; with `id`.'),
    id: z.string().optional().describe('The resource; with `type`.'),
    include: includedTitle,
  })
  .check(({ value: { type, id }, issues }) => {
    if ((type === undefined) !== (id === undefined))
      issues.push({ code: 'custom', input: id, path: ['id'], message: 'must be given with `type`' });
  });

export const grantPageSchema = z
  .object({
    grants: z.array(grantRecordSchema),
    nextCursor: z.string().optional().describe('The `cursor` of the next page; absent on the last one.'),
  })
  .meta({ id: 'GrantPage' });

export type GrantPage = z.infer<typeof grantPageSchema>;

export const receivedGrantSchema = z
  .object({
    id: z.string(),
    account: z.object({ id: z.string(), name: z.string() }).describe('Whose it is.'),
    resource: grantedResourceSchema,
    title: z.string().describe('What the resource is called.'),
    role: grantRoleSchema,
    byGroup: z.boolean().describe('Whether it was given to a group that the caller is in.'),
    createdAt: timestampSchema,
  })
  .meta({ id: 'ReceivedGrant' });

export type ReceivedGrant = z.infer<typeof receivedGrantSchema>;

export const receivedGrantsSchema = z
  .object({ grants: z.array(receivedGrantSchema) })
  .meta({ id: 'ReceivedGrants' });

export type ReceivedGrants = z.infer<typeof receivedGrantsSchema>;

export const accessQuerySchema = z.object({
  to: z
    .string()
    .regex(/^(?:everyone|(?:user|key):.{1,100})$/u)
    .describe('`user:ID`, `key:ID` or `everyone`.'),
  type: grantedTypeSchema.describe('The kind of the resource.'),
  id: z.string().min(1).max(1_000).describe('The resource, as in a grant.'),
});

export const accessRecordSchema = z
  .object({
    role: grantRoleSchema.nullable().describe('`null` for no access.'),
    because: z
      .array(
        z.object({
          kind: z
            .enum(['account', 'key', 'grant', 'everyone'])
            .describe(
              '`account`: it is their own. `key`: the scopes of a key of the account. `grant`: what was granted to them or a ' +
                'group. `everyone`: the image is not private, or the space is shared.',
            ),
          role: grantRoleSchema,
          grant: grantRecordSchema.optional(),
        }),
      )
      .describe('Every reason, the strongest first.'),
  })
  .meta({ id: 'Access' });

export type AccessRecord = z.infer<typeof accessRecordSchema>;

const groupFields = {
  name: z.string().describe('1 to 200 characters.'),
  memberIds: z.array(z.string().max(100)).max(200).describe('Identifiers of users.'),
};

export const groupRecordSchema = z
  .object({
    id: z.string(),
    name: groupFields.name,
    members: z.array(z.object({ id: z.string(), name: z.string() })),
    createdAt: timestampSchema,
  })
  .meta({ id: 'Group' });

export type GroupRecord = z.infer<typeof groupRecordSchema>;

export const groupListSchema = z.object({ groups: z.array(groupRecordSchema) }).meta({ id: 'GroupList' });

export type GroupList = z.infer<typeof groupListSchema>;

export const createGroupBodySchema = z.strictObject({
  name: groupFields.name,
  memberIds: groupFields.memberIds.optional(),
  memberNames: z.array(z.string().max(300)).max(100).optional().describe('Names of users, besides.'),
});

export type CreateGroupBody = z.infer<typeof createGroupBodySchema>;

export const patchGroupBodySchema = createGroupBodySchema.partial();

export type PatchGroupBody = z.infer<typeof patchGroupBodySchema>;
