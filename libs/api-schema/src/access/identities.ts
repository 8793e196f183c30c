import * as z from 'zod';
import { timestampSchema } from '../timestamp.js';

export const signInMethodsSchema = z
  .object({
    identityProvider: z
      .object({ name: z.string().describe('For the button.'), issuer: z.string() })
      .nullable()
      .describe('`null` if none is configured.'),
    passkeys: z
      .enum(['available', 'ip-address', 'not-https'])
      .describe('Whether passkeys can be used at the public address, or why they cannot.'),
  })
  .meta({ id: 'SignInMethods' });

export type SignInMethods = z.infer<typeof signInMethodsSchema>;

const from = z
  .string()
  .optional()
  .meta({ maxLength: 1024, description: 'A path of this service to return to. Default: `/`.' });

export const startIdentityBodySchema = z.strictObject({
  from,
  invite: z.string().optional().describe('The token of an invite, for somebody who is no user yet.'),
});

export type StartIdentityBody = z.infer<typeof startIdentityBodySchema>;

export const startLinkBodySchema = z.strictObject({ from });

/** Providers may send more than OAuth has names for, which clients ignore (RFC 6749 §4.1.2). */
export const identityAnswerQuerySchema = z.looseObject({
  code: z.string().optional().describe('Of the sign-in, for the server to redeem.'),
  state: z.string().optional().describe('As it was sent to the provider.'),
  error: z.string().optional().describe('Why the provider refuses, instead of `code`.'),
});

export const startedIdentitySchema = z
  .object({ url: z.string().describe('Where the browser goes next, at the identity provider.') })
  .meta({ id: 'StartedIdentity' });

export type StartedIdentity = z.infer<typeof startedIdentitySchema>;

export const identityRecordSchema = z
  .object({
    id: z.string(),
    issuer: z.string(),
    name: z.string().describe('What the provider called the user when it was linked.'),
    createdAt: timestampSchema,
  })
  .meta({ id: 'Identity' });

export type IdentityRecord = z.infer<typeof identityRecordSchema>;
