import * as z from 'zod';
import { json } from '../content.js';
import { examples as common } from '../examples/examples.js';
import type { Operation } from '../operation.js';
import { passkeyExamples as examples } from '../examples/passkey-examples.js';
import {
  addPasskeyBodySchema,
  passkeyAssertionSchema,
  passkeyCreationSchema,
  passkeyRecordSchema,
  passkeyRequestSchema,
} from './passkeys.js';
import { recentSignIn } from './recent-sign-in.js';
import { sessionRecordSchema } from './users.js';
import { crossSite, lastSignIn, noPasskeys, noType, signedOut } from './user-errors.js';
import { invalid, usual } from '../error-example.js';

const forBrowser =
  'The browser takes it (`PublicKeyCredential.parseCreationOptionsFromJSON` and `parseRequestOptionsFromJSON`). One answer ' +
  'can be given to it, within ten minutes.';

/** Signing in by passkeys (WebAuthn), and the passkeys of a user. */
export const passkeyOperations = [
  {
    id: 'startPasskeySignIn',
    reach: 'own',
    api: 'users',
    method: 'post',
    path: '/api/sign-in/passkey',
    summary: 'Begin to sign in by a passkey',
    description: `${forBrowser} Whoever has a passkey here can answer it: no name is needed.`,
    access: 'open',
    responses: {
      201: { description: 'What to sign.', body: json(passkeyRequestSchema, examples.passkeyRequest) },
    },
    errors: { 403: crossSite, 404: noPasskeys, 429: usual },
  },
  {
    id: 'signInByPasskey',
    reach: 'own',
    api: 'users',
    method: 'post',
    path: '/api/session/passkey',
    summary: 'Sign in by a passkey',
    description: 'A session that the request comes with ends. Every failure has the same error.',
    access: 'open',
    body: json(passkeyAssertionSchema, examples.passkeyAssertion),
    responses: {
      201: {
        description: 'The session that has begun.',
        body: json(sessionRecordSchema, common.sessionRecord),
        headers: {
          'Set-Cookie': 'The session: `cairn_session`, or `__Host-cairn_session` where the address is https.',
        },
      },
    },
    errors: {
      400: noType,
      401: {
        code: 'invalid-passkey',
        detail: 'The passkey was not accepted. Try again, or sign in in another way.',
      },
      403: crossSite,
      404: noPasskeys,
      413: usual,
      415: usual,
      429: usual,
    },
  },
  {
    id: 'startPasskey',
    reach: 'own',
    api: 'users',
    method: 'post',
    path: '/api/passkeys/challenge',
    summary: 'Begin to add a passkey for the user who is signed in',
    description: `${forBrowser} ${recentSignIn}`,
    access: 'session',
    responses: {
      201: { description: 'What to make.', body: json(passkeyCreationSchema, examples.passkeyCreation) },
    },
    errors: { 401: signedOut, 403: crossSite, 404: noPasskeys },
  },
  {
    id: 'addPasskey',
    reach: 'own',
    api: 'users',
    method: 'post',
    path: '/api/passkeys',
    summary: 'Add a passkey',
    description:
      'It must have been begun by the same user, and be protected by a PIN, a fingerprint or the like.',
    access: 'session',
    body: json(addPasskeyBodySchema, examples.addPasskeyBody),
    responses: {
      201: { description: 'The passkey.', body: json(passkeyRecordSchema, examples.passkeyRecord) },
    },
    errors: {
      400: invalid('name', 'invalid-type', 'is missing'),
      401: signedOut,
      403: {
        code: 'invalid-challenge',
        detail: 'The sign-in has expired or was completed already; start it again.',
      },
      404: noPasskeys,
      409: { code: 'passkey-exists', detail: 'This passkey is known already.' },
      413: usual,
      415: usual,
    },
  },
  {
    id: 'listPasskeys',
    reach: 'own',
    api: 'users',
    method: 'get',
    path: '/api/passkeys',
    summary: 'List one’s own passkeys',
    description: 'Oldest first.',
    access: 'session',
    responses: {
      200: {
        description: 'The passkeys.',
        body: json(z.array(passkeyRecordSchema), [examples.passkeyRecord]),
      },
    },
    errors: { 401: signedOut },
  },
  {
    id: 'removePasskey',
    reach: 'own',
    api: 'users',
    method: 'delete',
    path: '/api/passkeys/{id}',
    summary: 'End signing in by a passkey',
    description: 'Sessions stay. The last way to sign in cannot be removed.',
    access: 'session',
    parameters: { id: { description: 'Identifier of the passkey.', example: examples.passkeyRecord.id } },
    responses: { 204: { description: 'The passkey is no longer accepted.' } },
    errors: {
      401: signedOut,
      403: crossSite,
      404: { code: 'passkey-not-found', detail: 'You have no passkey with this id.' },
      409: lastSignIn,
    },
  },
] as const satisfies readonly Operation[];
