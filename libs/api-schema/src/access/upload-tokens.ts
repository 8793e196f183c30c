import * as z from 'zod';
import { tagArray } from '../images/image-members.js';
import { sharexSchema } from '../images/sharex-file.js';
import { pageQuerySchema } from '../paging.js';
import { timestampSchema } from '../timestamp.js';

// The domain enforces these limits; here they are only documented.
const path = z
  .string()
  .describe(
    'The folder that files go to; an upload may name one below it. Default: the root of the account.',
  );
const maxFileBytes = z.int().min(1);
const maxFiles = z.int().min(1).max(1_000_000);

export const createUploadTokenBodySchema = z.strictObject({
  path: path.optional(),
  tags: tagArray.optional().describe(`They are added to those of each upload. ${tagArray.description ?? ''}`),
  maxFileBytes: maxFileBytes
    .optional()
    .describe('How many bytes a file may have. Default: what the server takes.'),
  maxFiles: maxFiles.optional().describe('How many files may be uploaded with it. Default: 1,000.'),
  expiresAt: z.iso
    .datetime({ offset: true })
    .optional()
    .describe(
      'In the future, within a year, and no later than the expiry of the key that makes it. Default: 30 days from now, or that expiry if it is earlier.',
    ),
});

export type CreateUploadTokenBody = z.infer<typeof createUploadTokenBodySchema>;

export const createUploadTokenQuerySchema = z.object({
  as: z.literal('sharex').optional().describe('`sharex`: with what a `.sxcu` file for ShareX holds.'),
});

export const uploadTokenRecordSchema = z
  .object({
    id: z.string(),
    path: z.string().describe('The folder that files go to, or to one below it; empty for the root.'),
    tags: z.array(z.string()).describe('What each upload gets, besides its own.'),
    maxFileBytes: maxFileBytes.nullable().describe('`null` for what the server takes.'),
    maxFiles,
    filesUsed: z
      .int()
      .min(0)
      .describe('How many files were uploaded with it. An upload that a crash cut off may count, too.'),
    expiresAt: timestampSchema,
    createdAt: timestampSchema,
    createdBy: z
      .string()
      .nullable()
      .describe(
        'Who made it, as `user:` or `key:` and an identifier. It works as long as they may upload there. `null` where the account itself did.',
      ),
  })
  .meta({ id: 'UploadToken' });

export type UploadTokenRecord = z.infer<typeof uploadTokenRecordSchema>;

export const createdUploadTokenSchema = uploadTokenRecordSchema
  .extend({
    token: z.string().describe('The secret, shown only once.'),
    sharex: sharexSchema
      .optional()
      .describe('With `as=sharex`: save it as `cairn.sxcu` and open it. It holds the secret.'),
  })
  .meta({ id: 'CreatedUploadToken' });

export type CreatedUploadTokenRecord = z.infer<typeof createdUploadTokenSchema>;

export const uploadTokensQuerySchema = z.object({
  limit: pageQuerySchema.shape.limit.describe('Page size; 100 by default.'),
  cursor: z
    .string()
    .optional()
    .describe('Start of the page: the `nextCursor` of the previous one, unchanged.'),
});

export const uploadTokenPageSchema = z
  .object({
    tokens: z.array(uploadTokenRecordSchema),
    nextCursor: z.string().optional().describe('The `cursor` of the next page; absent on the last one.'),
  })
  .meta({ id: 'UploadTokenPage' });

export type UploadTokenPage = z.infer<typeof uploadTokenPageSchema>;

/** What a token that an application has signed begins with. */
export const SIGNED_UPLOAD_TOKEN_PREFIX = 'cairn_u1.';

/** The JSON of the payload of such a token. */
export const signedUploadTokenSchema = z.strictObject({
  key: z.string().regex(/^[a-z0-9-]{1,64}$/),
  path: z.string().default(''),
  tags: z.array(z.string()).optional(),
  maxFileBytes: maxFileBytes.optional(),
  maxFiles: maxFiles.optional(),
  expiresAt: z.iso.datetime({ offset: true }),
  nonce: z.string(),
});

export type SignedUploadTokenPayload = z.input<typeof signedUploadTokenSchema>;
