import * as z from 'zod';
import { queryBooleanSchema } from '../query-boolean.js';
import { scopeSchema } from '../scopes.js';
import { accountBaseMapSchema, putBaseMapSchema } from '../service/base-map.js';
import { timestampSchema } from '../timestamp.js';

export const keyRecordSchema = z
  .object({
    id: z.string(),
    accountId: z.string(),
    parentId: z
      .string()
      .nullable()
      .describe('The key that created this one; revoking it revokes this one too. `null` for none.'),
    userId: z
      .string()
      .nullable()
      .describe('The user who made it, or the key it descends from. `null` for none.'),
    name: z.string(),
    scopes: z.array(scopeSchema),
    hint: z.string().describe('The beginning of the key.'),
    createdAt: timestampSchema,
    expiresAt: timestampSchema.nullable(),
    revokedAt: timestampSchema.nullable(),
    lastUsedAt: timestampSchema.nullable().describe('Accurate to a minute.'),
  })
  .meta({ id: 'Key' });

export type KeyRecord = z.infer<typeof keyRecordSchema>;

export const createdKeySchema = keyRecordSchema
  .extend({
    key: z.string().describe('The secret, shown only once.'),
  })
  .meta({ id: 'CreatedKey' });

export type CreatedKey = z.infer<typeof createdKeySchema>;

// The domain enforces these limits; here they are only documented.
const givenName = z.string().meta({
  minLength: 1,
  maxLength: 200,
  pattern: '^(?=.*\\S)[^\\u0000-\\u001f\\u007f-\\u009f]*$',
  description: 'Any characters except control characters. Leading and trailing spaces are removed.',
});

export const createKeyBodySchema = z.strictObject({
  name: givenName,
  scopes: z.array(scopeSchema).meta({ minItems: 1 }),
  expiresAt: z.iso
    .datetime()
    .optional()
    .describe(
      'ISO 8601 in UTC, such as `2030-12-31T23:59:59Z`, in the future and no later than the expiry of the key that ' +
        'creates it. Default: the expiry of that key, if any.',
    ),
  accountId: z
    .string()
    .regex(/^[0-9A-Za-z]{1,64}$/)
    .optional()
    .describe('Default: the caller’s own account. Another account needs the scope `admin`.'),
});

export const patchKeyBodySchema = z.strictObject({ name: givenName });

export const keysQuerySchema = z.object({
  accountId: z
    .string()
    .optional()
    .describe('Default: the caller’s own account. Another account, or `*` for all, needs the scope `admin`.'),
});

export const revokeKeyQuerySchema = z.object({
  force: queryBooleanSchema
    .optional()
    .describe(
      '`true` allows revoking the last key that can administer the service. `true` or `false`, case-insensitive. ' +
        'Default: `false`.',
    ),
});

export const accountRecordSchema = z
  .object({ id: z.string(), name: z.string(), createdAt: timestampSchema })
  .meta({ id: 'Account' });

export type AccountRecord = z.infer<typeof accountRecordSchema>;

const quotaOfFeatures = z.int().min(0).nullable();

export const accountDetailsSchema = accountRecordSchema
  .extend({
    imageCount: z.int().min(0),
    quota: z.int().min(0).describe('How many images the account may have.'),
    imageBytes: z.int().min(0).describe('How many bytes its images have, as they are stored.'),
    imageBytesQuota: quotaOfFeatures.describe('How many they may have; `null` for any number.'),
    featureCount: z.int().min(0).describe('How many features its spaces have.'),
    featureBytes: z
      .int()
      .min(0)
      .describe(
        'How long their texts are: bytes, where they are ASCII. The sum of `byteSize` of all its spaces.',
      ),
    featureQuota: quotaOfFeatures.describe('How many features it may have; `null` for any number.'),
    featureBytesQuota: quotaOfFeatures.describe('How long their texts may be; `null` for any length.'),
    baseMap: accountBaseMapSchema
      .nullable()
      .describe('What its maps lie on; `null` for the base map of the service.'),
  })
  .meta({ id: 'AccountDetails' });

export type AccountDetails = z.infer<typeof accountDetailsSchema>;

const imageQuotaSchema = z
  .int()
  .min(0)
  .nullable()
  .describe('The quota of this account; `null` for the default quota.');

const imageBytesQuotaSchema = z
  .int()
  .min(0)
  .nullable()
  .describe(
    'How many bytes the images of this account may have; `null` for the default, which may be any number.',
  );

const ownQuotas = {
  imageQuota: imageQuotaSchema.optional(),
  imageBytesQuota: imageBytesQuotaSchema.optional(),
};

export const createAccountBodySchema = z.strictObject({ name: givenName, ...ownQuotas });

/** What is left out stays as it is. */
export const changeAccountBodySchema = z.strictObject({
  name: givenName.optional(),
  baseMap: putBaseMapSchema
    .nullable()
    .optional()
    .describe(
      'What the maps of the account lie on, in its page and at its links; `null` for the base map of the service.',
    ),
  imageQuota: ownQuotas.imageQuota.describe(
    'Needs `admin`. The quota of this account; `null` for the default quota.',
  ),
  imageBytesQuota: ownQuotas.imageBytesQuota.describe(
    'Needs `admin`. How many bytes the images of this account may have; `null` for the default, which may be any number.',
  ),
});

export type CreateKeyBody = z.infer<typeof createKeyBodySchema>;

export type CreateAccountBody = z.infer<typeof createAccountBodySchema>;

export type ChangeAccountBody = z.infer<typeof changeAccountBodySchema>;
