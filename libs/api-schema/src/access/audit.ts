import * as z from 'zod';
import { activityThingSchema, guestSchema } from './activity.js';
import { timestampSchema } from '../timestamp.js';

export const auditEntrySchema = z
  .object({
    id: z.string(),
    at: timestampSchema,
    accountId: z.string().describe('The account whose it is that was changed.'),
    principal: z
      .string()
      .describe(
        '`key:`, `user:` or `link:` with an identifier, `token`, or `erased` for somebody whose account was.',
      ),
    operation: z.string().describe('Its identifier in this document.'),
    target: z
      .string()
      .nullable()
      .describe(
        'The identifiers of the address, joined by slashes; of a link, what it opens; `null` for none.',
      ),
    guest: guestSchema.nullable().describe('Who used the link, if that is known.'),
    thing: activityThingSchema
      .nullable()
      .describe('What it is about, or the album or folder that images were added to.'),
    images: z.array(z.string()).readonly().describe('Identifiers of at most four of them.'),
    imageCount: z.int().describe('How many images were added or changed.'),
    row: z.string().describe('The row of `GET /api/activity` that it is in.'),
    status: z.int().describe('The status of the response.'),
    address: z.string().nullable().describe('The network of the client, if the server records it.'),
    count: z
      .int()
      .describe(
        'How often. What is refused to somebody again within an hour of the first time is counted there.',
      ),
  })
  .meta({ id: 'AuditEntry' });

export type AuditRecord = z.infer<typeof auditEntrySchema>;

const text = z.string().min(1).max(200);

export const auditQuerySchema = z.object({
  accountId: z
    .string()
    .optional()
    .describe('Default: the caller’s own account. Another account, or `*` for all, needs the scope `admin`.'),
  principal: text.optional().describe('As in the entries, such as `key:` and its identifier.'),
  operation: text.optional().describe('The identifier of an operation, such as `deleteImage`.'),
  row: text
    .optional()
    .describe(
      'The identifier of a row of `GET /api/activity`: what was joined to its first entry, without that.',
    ),
  since: z.iso.datetime().optional().describe('Entries from this time on, such as `2026-01-02T03:04:05Z`.'),
  until: z.iso.datetime().optional().describe('Entries before this time.'),
});
