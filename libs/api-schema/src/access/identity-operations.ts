import * as z from 'zod';
import { json } from '../content.js';
import { identityExamples as examples } from '../examples/identity-examples.js';
import {
  identityAnswerQuerySchema,
  identityRecordSchema,
  signInMethodsSchema,
  startedIdentitySchema,
  startIdentityBodySchema,
  startLinkBodySchema,
} from './identities.js';
import type { Operation } from '../operation.js';
import { recentSignIn } from './recent-sign-in.js';
import { invalid, usual } from '../error-example.js';
import { crossSite, lastSignIn, noProvider, providerAway, signedOut } from './user-errors.js';

const started = {
  description: 'Where the browser goes next.',
  body: json(startedIdentitySchema, examples.startedIdentity),
  headers: { 'Set-Cookie': 'Ties the answer of the provider to this browser.' },
};

/** Signing in by an identity provider (OpenID Connect), and the identities of a user. */
export const identityOperations = [
  {
    id: 'getSignInMethods',
    reach: 'own',
    api: 'users',
    method: 'get',
    path: '/api/sign-in',
    summary: 'Find out how people can sign in, besides by a password',
    access: 'open',
    responses: {
      200: { description: 'The ways.', body: json(signInMethodsSchema, examples.signInMethods) },
    },
    errors: {},
  },
  {
    id: 'startIdentitySignIn',
    reach: 'own',
    api: 'users',
    method: 'post',
    path: '/api/sign-in/identity',
    summary: 'Begin to sign in at the identity provider',
    description: 'What is begun ends after ten minutes.',
    access: 'open',
    body: json(startIdentityBodySchema, examples.startIdentityBody),
    responses: { 201: started },
    errors: {
      400: invalid('from', 'invalid-type', 'must be a string'),
      403: crossSite,
      404: noProvider,
      413: usual,
      415: usual,
      429: usual,
      503: providerAway,
    },
  },
  {
    id: 'completeIdentitySignIn',
    reach: 'own',
    api: 'users',
    method: 'get',
    path: '/api/sign-in/identity/callback',
    summary: 'Come back from the identity provider',
    description:
      'The provider sends the browser here, with `code` and `state`. If it fails, the browser is sent to `/sign-in`, or to ' +
      '`/account`, with the code of the problem as `problem`.',
    access: 'open',
    query: identityAnswerQuerySchema,
    responses: {
      303: { description: 'Sends the browser on, signed in or with a problem.' },
    },
    errors: {},
  },
  {
    id: 'startIdentityLink',
    reach: 'own',
    api: 'users',
    method: 'post',
    path: '/api/identities',
    summary: 'Begin to link an identity to the user who is signed in',
    description: recentSignIn,
    access: 'session',
    body: json(startLinkBodySchema, examples.startIdentityBody),
    responses: { 201: started },
    errors: {
      400: invalid('from', 'invalid-type', 'must be a string'),
      401: signedOut,
      403: crossSite,
      404: noProvider,
      413: usual,
      415: usual,
      503: providerAway,
    },
  },
  {
    id: 'listIdentities',
    reach: 'own',
    api: 'users',
    method: 'get',
    path: '/api/identities',
    summary: 'List one’s own identities',
    description: 'Oldest first.',
    access: 'session',
    responses: {
      200: {
        description: 'The identities.',
        body: json(z.array(identityRecordSchema), [examples.identityRecord]),
      },
    },
    errors: { 401: signedOut },
  },
  {
    id: 'unlinkIdentity',
    reach: 'own',
    api: 'users',
    method: 'delete',
    path: '/api/identities/{id}',
    summary: 'End signing in by an identity',
    description: 'Sessions stay. The last way to sign in cannot be removed.',
    access: 'session',
    parameters: { id: { description: 'Identifier of the identity.', example: examples.identityRecord.id } },
    responses: { 204: { description: 'The identity is no longer the user’s.' } },
    errors: {
      401: signedOut,
      403: crossSite,
      404: { code: 'identity-not-found', detail: 'You have no identity with this id.' },
      409: lastSignIn,
    },
  },
] as const satisfies readonly Operation[];
