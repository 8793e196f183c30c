import * as z from 'zod';
import { timestampSchema } from '../timestamp.js';

const base64url = z.string();
const credentialType = z.literal('public-key');

/** What `navigator.credentials.create` makes, as `PublicKeyCredential.toJSON` says it; further fields are ignored. */
const newCredentialSchema = z.object({
  id: base64url,
  rawId: base64url,
  type: credentialType,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z.array(z.string()).optional(),
  }),
});

export const addPasskeyBodySchema = z.strictObject({
  name: z.string().meta({ minLength: 1, maxLength: 200, description: 'For the list of passkeys.' }),
  credential: newCredentialSchema.describe('A `RegistrationResponseJSON` of WebAuthn.'),
});

export type AddPasskeyBody = z.infer<typeof addPasskeyBodySchema>;

export const passkeyAssertionSchema = z
  .object({
    id: base64url,
    rawId: base64url,
    type: credentialType,
    response: z.object({
      clientDataJSON: base64url,
      authenticatorData: base64url,
      signature: base64url,
      userHandle: base64url.optional(),
    }),
  })
  .describe('An `AuthenticationResponseJSON` of WebAuthn; further fields are ignored.');

export type PasskeyAssertion = z.infer<typeof passkeyAssertionSchema>;

const timeout = z.int().describe('Milliseconds.');

export const passkeyCreationSchema = z
  .object({
    rp: z.object({ id: z.string(), name: z.string() }),
    user: z.object({ id: base64url, name: z.string(), displayName: z.string() }),
    challenge: base64url,
    pubKeyCredParams: z.array(z.object({ type: credentialType, alg: z.int() })),
    timeout,
    excludeCredentials: z.array(
      z.object({ id: base64url, type: credentialType, transports: z.array(z.string()) }),
    ),
    authenticatorSelection: z.object({
      residentKey: z.literal('required'),
      requireResidentKey: z.literal(true),
      userVerification: z.literal('required'),
    }),
    attestation: z.literal('none'),
  })
  .meta({ id: 'PasskeyCreation', description: 'A `PublicKeyCredentialCreationOptionsJSON` of WebAuthn.' });

export type PasskeyCreation = z.infer<typeof passkeyCreationSchema>;

export const passkeyRequestSchema = z
  .object({
    rpId: z.string(),
    challenge: base64url,
    timeout,
    userVerification: z.literal('required'),
  })
  .meta({ id: 'PasskeyRequest', description: 'A `PublicKeyCredentialRequestOptionsJSON` of WebAuthn.' });

export type PasskeyRequest = z.infer<typeof passkeyRequestSchema>;

export const passkeyRecordSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    createdAt: timestampSchema,
    lastUsedAt: timestampSchema.nullable(),
  })
  .meta({ id: 'Passkey' });

export type PasskeyRecord = z.infer<typeof passkeyRecordSchema>;
