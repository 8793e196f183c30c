import * as z from 'zod';
import { timestampSchema } from '../timestamp.js';

const uploadsToText = 'The account to which upload tokens that it signs upload. The key goes with it.';
const uploadsTo = z.string().optional().describe(`${uploadsToText} Absent for none.`);

// The domain enforces these limits; here they are only documented.
export const createSigningKeyBodySchema = z.strictObject({
  name: z.string().meta({
    minLength: 1,
    maxLength: 64,
    pattern: '^[a-z0-9-]{1,64}$',
    description:
      'What `key=` of a signed address says. No other key’s, those of `CAIRN_SIGNING_KEYS` included.',
  }),
  uploadsTo: z
    .string()
    .regex(/^[0-9A-Za-z]{1,64}$/)
    .optional()
    .describe(`${uploadsToText} Default: none.`),
});

export type CreateSigningKeyBody = z.infer<typeof createSigningKeyBodySchema>;

export const signingKeyRecordSchema = z
  .object({ id: z.string(), name: z.string(), createdAt: timestampSchema, uploadsTo })
  .meta({ id: 'SigningKey' });

export type SigningKeyRecord = z.infer<typeof signingKeyRecordSchema>;

export const createdSigningKeySchema = z
  .object({
    id: z.string(),
    name: z.string(),
    secret: z.string().describe('Shown only once.'),
    createdAt: timestampSchema,
    uploadsTo,
  })
  .meta({ id: 'CreatedSigningKey' });

export type CreatedSigningKey = z.infer<typeof createdSigningKeySchema>;
