import * as z from 'zod';
import { newActivitySchema, seenActivityBodySchema } from './activity.js';
import { json } from '../content.js';
import { examples } from '../examples/examples.js';
import type { Operation } from '../operation.js';
import {
  changePasswordBodySchema,
  endSessionsQuerySchema,
  joinBodySchema,
  patchSessionBodySchema,
  sessionEntrySchema,
  sessionRecordSchema,
  setupStateSchema,
  signInBodySchema,
} from './users.js';
import { crossSite, invalidInvite, shortPassword, signedOut, userExists } from './user-errors.js';
import { invalid, usual } from '../error-example.js';

const cookie = {
  'Set-Cookie': 'The session: `cairn_session`, or `__Host-cairn_session` where the address is https.',
};
const session = json(sessionRecordSchema, examples.sessionRecord);
const started = { description: 'The session that has begun.', body: session, headers: cookie };

/** Signing in, and what users do with their own sessions. */
export const sessionOperations = [
  {
    id: 'getSetup',
    reach: 'own',
    api: 'users',
    method: 'get',
    path: '/api/setup',
    summary: 'Find out whether the service needs its first user',
    access: 'open',
    responses: {
      200: {
        description: 'Whether nobody can sign in yet.',
        body: json(setupStateSchema, { needed: true }),
      },
    },
    errors: {},
  },
  {
    id: 'setUp',
    reach: 'own',
    api: 'users',
    method: 'post',
    path: '/api/setup',
    summary: 'Make the first user',
    description:
      'With the token of the link that the server prints when it starts, as long as nobody can sign in. The user is ' +
      'an owner, has the account of the first key, and is signed in.',
    access: 'open',
    body: json(joinBodySchema, examples.joinBody),
    responses: { 201: started },
    errors: { 400: shortPassword, 403: invalidInvite, 409: userExists, 413: usual, 415: usual, 429: usual },
  },
  {
    id: 'signIn',
    reach: 'own',
    api: 'users',
    method: 'post',
    path: '/api/session',
    summary: 'Sign in',
    description:
      'A session that the request comes with ends. A session ends after 14 days without a request, and after 90 days.',
    access: 'open',
    body: json(signInBodySchema, examples.signInBody),
    responses: { 201: started },
    errors: {
      400: invalid('name', 'invalid-type', 'is missing'),
      401: { code: 'invalid-credentials', detail: 'The name or the password is wrong.' },
      403: crossSite,
      413: usual,
      415: usual,
      429: usual,
    },
  },
  {
    id: 'getSession',
    reach: 'own',
    api: 'users',
    method: 'get',
    path: '/api/session',
    summary: 'Get the session of this request',
    access: 'session',
    responses: { 200: { description: 'Who is signed in.', body: session } },
    errors: { 401: signedOut },
  },
  {
    id: 'signOut',
    reach: 'own',
    api: 'users',
    method: 'delete',
    path: '/api/session',
    summary: 'Sign out',
    access: 'session',
    responses: { 204: { description: 'The session has ended.', headers: cookie } },
    errors: { 401: signedOut, 403: crossSite },
  },
  {
    id: 'listSessions',
    reach: 'own',
    api: 'users',
    method: 'get',
    path: '/api/sessions',
    summary: 'List one’s own sessions',
    description: 'Latest use first.',
    access: 'session',
    responses: {
      200: {
        description: 'The sessions.',
        body: json(z.array(sessionEntrySchema), [examples.sessionEntry]),
      },
    },
    errors: { 401: signedOut },
  },
  {
    id: 'patchSession',
    reach: 'own',
    api: 'users',
    method: 'patch',
    path: '/api/sessions/{id}',
    summary: 'Name one of one’s own sessions',
    access: 'session',
    parameters: { id: { description: 'Identifier of the session.', example: examples.sessionEntry.id } },
    body: json(patchSessionBodySchema, { name: 'My laptop' }),
    responses: {
      200: { description: 'The session.', body: json(sessionEntrySchema, examples.sessionEntry) },
    },
    errors: {
      400: invalid('name', 'invalid-type', 'is missing'),
      401: signedOut,
      403: crossSite,
      404: { code: 'session-not-found', detail: 'You have no session with this id.' },
      413: usual,
      415: usual,
    },
  },
  {
    id: 'endSession',
    reach: 'own',
    api: 'users',
    method: 'delete',
    path: '/api/sessions/{id}',
    summary: 'End one of one’s own sessions',
    access: 'session',
    parameters: { id: { description: 'Identifier of the session.', example: examples.sessionEntry.id } },
    responses: { 204: { description: 'The session has ended, on every node.' } },
    errors: {
      401: signedOut,
      403: crossSite,
      404: { code: 'session-not-found', detail: 'You have no session with this id.' },
    },
  },
  {
    id: 'endSessions',
    reach: 'own',
    api: 'users',
    method: 'delete',
    path: '/api/sessions',
    summary: 'Sign out everywhere',
    access: 'session',
    query: endSessionsQuerySchema,
    responses: {
      204: {
        description: 'All sessions of the user have ended, this one too unless `others` is `true`.',
        headers: cookie,
      },
    },
    errors: {
      400: invalid('others', 'invalid-type', 'must be `true` or `false`, in any case'),
      401: signedOut,
      403: crossSite,
    },
  },
  {
    id: 'getNewActivity',
    reach: 'own',
    api: 'users',
    method: 'get',
    path: '/api/activity/new',
    summary: 'List what others added to one’s own account since one last looked',
    description:
      'By links, and by users and keys of other accounts with grants. Where nobody ever looked, since the user was made.',
    access: 'session',
    responses: { 200: { description: 'It.', body: json(newActivitySchema, examples.newActivity) } },
    errors: { 401: signedOut },
  },
  {
    id: 'markActivitySeen',
    reach: 'own',
    api: 'users',
    method: 'put',
    path: '/api/activity/seen',
    summary: 'Say up to when one has seen what others added',
    description: 'It holds in every browser of the user.',
    access: 'session',
    body: json(seenActivityBodySchema, { until: '2026-01-02T03:14:05.678Z' }),
    responses: { 204: { description: 'It is kept.' } },
    errors: {
      400: invalid('until', 'invalid-type', 'is missing'),
      401: signedOut,
      403: crossSite,
      413: usual,
      415: usual,
    },
  },
  {
    id: 'changePassword',
    reach: 'own',
    api: 'users',
    method: 'put',
    path: '/api/password',
    summary: 'Change or set one’s own password',
    description:
      'All sessions of the user end, and another one begins here. Keys stay. Whoever has no password sets one without ' +
      '`current`, within ten minutes of signing in; later it is 403 `sign-in-not-recent`.',
    access: 'session',
    body: json(changePasswordBodySchema, examples.changePasswordBody),
    responses: { 200: started },
    errors: {
      400: shortPassword,
      401: signedOut,
      403: { code: 'wrong-password', detail: 'The current password is wrong.' },
      413: usual,
      415: usual,
    },
  },
] as const satisfies readonly Operation[];
