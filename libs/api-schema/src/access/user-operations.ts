import * as z from 'zod';
import { json } from '../content.js';
import { examples } from '../examples/examples.js';
import type { Operation } from '../operation.js';
import { passwordResetExamples } from '../examples/password-reset-examples.js';
import {
  checkedPasswordResetSchema,
  checkPasswordResetBodySchema,
  createdPasswordResetSchema,
  resetPasswordBodySchema,
} from './password-resets.js';
import {
  changeUserBodySchema,
  checkedInviteSchema,
  checkInviteBodySchema,
  createdInviteSchema,
  createInviteBodySchema,
  inviteRecordSchema,
  joinBodySchema,
  sessionRecordSchema,
  userRecordSchema,
} from './users.js';
import { invalid, scopeMissing, usual } from '../error-example.js';
import { invalidInvite, invalidReset, shortPassword, userExists } from './user-errors.js';

/** Users and invites, for owners; and how a new user accepts an invite. */
export const userOperations = [
  {
    id: 'listUsers',
    reach: 'own',
    api: 'users',
    method: 'get',
    path: '/api/users',
    summary: 'List users',
    description: 'Oldest first.',
    access: 'key',
    scope: 'admin',
    responses: {
      200: { description: 'The users.', body: json(z.array(userRecordSchema), [examples.userRecord]) },
    },
    errors: {},
  },
  {
    id: 'changeUser',
    reach: 'own',
    api: 'users',
    method: 'patch',
    path: '/api/users/{id}',
    summary: 'Change the name or the role of a user',
    description:
      'Who is signed in may change their own name; all else needs `admin`. With the new name they sign in, and others see it; ' +
      'sessions and keys stay. A role counts at once, also in the sessions that they have. Whoever becomes a member loses the ' +
      'invites that they made and the keys with `admin`, with all keys made by these. The last owner stays one.',
    access: 'key',
    parameters: { id: { description: 'Identifier of the user.', example: examples.userRecord.id } },
    body: json(changeUserBodySchema, examples.changeUserBody),
    responses: { 200: { description: 'The user.', body: json(userRecordSchema, examples.userRecord) } },
    errors: {
      400: invalid('role', 'invalid-value', 'must be `owner` or `member`'),
      403: scopeMissing('admin'),
      404: { code: 'user-not-found', detail: 'There is no user with this id.' },
      409: { code: 'last-owner', detail: 'This is the last owner; make another one before.' },
      413: usual,
      415: usual,
    },
  },
  {
    id: 'removeUser',
    reach: 'own',
    api: 'users',
    method: 'delete',
    path: '/api/users/{id}',
    summary: 'Remove a user',
    description:
      'Their sessions end, and the keys that they made are revoked, with all keys made by these. Account, images and ' +
      'spaces stay. The last owner cannot be removed.',
    access: 'key',
    scope: 'admin',
    parameters: { id: { description: 'Identifier of the user.', example: examples.userRecord.id } },
    responses: { 204: { description: 'The user is gone.' } },
    errors: {
      404: { code: 'user-not-found', detail: 'There is no user with this id.' },
      409: { code: 'last-owner', detail: 'This is the last owner; make another one before.' },
    },
  },
  {
    id: 'createPasswordReset',
    reach: 'own',
    api: 'users',
    method: 'post',
    path: '/api/users/{id}/password-reset',
    summary: 'Make a link for a new password',
    description:
      'For a user who has forgotten the password, or has none. The link works once, within a day, and takes the place of an earlier ' +
      'one. Until it is used, nothing changes. Account, keys, passkeys and identities stay.',
    access: 'key',
    scope: 'admin',
    parameters: { id: { description: 'Identifier of the user.', example: examples.userRecord.id } },
    responses: {
      201: {
        description: 'The link. Its token is shown only once.',
        body: json(createdPasswordResetSchema, passwordResetExamples.createdPasswordReset),
      },
    },
    errors: { 404: { code: 'user-not-found', detail: 'There is no user with this id.' } },
  },
  {
    id: 'checkPasswordReset',
    reach: 'own',
    api: 'users',
    method: 'post',
    path: '/api/password-reset/check',
    summary: 'Look at a link for a new password',
    description: 'Says whose password its token sets. It is not used up.',
    access: 'open',
    body: json(checkPasswordResetBodySchema, examples.checkInviteBody),
    responses: {
      200: {
        description: 'It can be used.',
        body: json(checkedPasswordResetSchema, passwordResetExamples.checkedPasswordReset),
      },
    },
    errors: { 403: invalidReset, 413: usual, 415: usual, 429: usual },
  },
  {
    id: 'resetPassword',
    reach: 'own',
    api: 'users',
    method: 'post',
    path: '/api/password-reset',
    summary: 'Set a new password by a link',
    description: 'Ends all sessions of the user, and signs them in.',
    access: 'open',
    body: json(resetPasswordBodySchema, passwordResetExamples.resetPasswordBody),
    responses: {
      201: {
        description: 'The session that has begun.',
        body: json(sessionRecordSchema, examples.sessionRecord),
        headers: {
          'Set-Cookie': 'The session: `cairn_session`, or `__Host-cairn_session` where the address is https.',
        },
      },
    },
    errors: { 400: shortPassword, 403: invalidReset, 413: usual, 415: usual, 429: usual },
  },
  {
    id: 'createInvite',
    reach: 'own',
    api: 'users',
    method: 'post',
    path: '/api/invites',
    summary: 'Invite a user',
    description:
      'Makes a link by which one person comes in, with an account of their own: a new one, or one that is there and has no user.',
    access: 'key',
    scope: 'admin',
    body: json(createInviteBodySchema, examples.createInviteBody),
    responses: {
      201: {
        description: 'The invite. Its token is shown only once.',
        body: json(createdInviteSchema, examples.createdInvite),
      },
    },
    errors: {
      400: invalid('role', 'invalid-value', 'must be `owner` or `member`'),
      404: { code: 'album-not-found', detail: 'There is no album with this id.' },
      409: {
        code: 'account-has-user',
        detail: 'The account has a user. An invite leads into an account without one.',
      },
      413: usual,
      415: usual,
    },
  },
  {
    id: 'listInvites',
    reach: 'own',
    api: 'users',
    method: 'get',
    path: '/api/invites',
    summary: 'List open invites',
    description: 'Oldest first. Tokens are never shown.',
    access: 'key',
    scope: 'admin',
    responses: {
      200: { description: 'The invites.', body: json(z.array(inviteRecordSchema), [examples.inviteRecord]) },
    },
    errors: {},
  },
  {
    id: 'withdrawInvite',
    reach: 'own',
    api: 'users',
    method: 'delete',
    path: '/api/invites/{id}',
    summary: 'Withdraw an invite',
    access: 'key',
    scope: 'admin',
    parameters: { id: { description: 'Identifier of the invite.', example: examples.inviteRecord.id } },
    responses: { 204: { description: 'The link no longer works.' } },
    errors: { 404: { code: 'invite-not-found', detail: 'There is no invite with this id.' } },
  },
  {
    id: 'checkInvite',
    reach: 'own',
    api: 'users',
    method: 'post',
    path: '/api/invites/check',
    summary: 'Look at an invite',
    description:
      'Says whether the token of an invite, or of the set-up link, can be used. It is not used up.',
    access: 'open',
    body: json(checkInviteBodySchema, examples.checkInviteBody),
    responses: {
      200: { description: 'It can be used.', body: json(checkedInviteSchema, examples.checkedInvite) },
    },
    errors: { 403: invalidInvite, 413: usual, 415: usual, 429: usual },
  },
  {
    id: 'acceptInvite',
    reach: 'own',
    api: 'users',
    method: 'post',
    path: '/api/invites/accept',
    summary: 'Come in by an invite',
    description:
      'Makes the user, with the account of the invite or a new one of that name, and signs them in.',
    access: 'open',
    body: json(joinBodySchema, examples.joinBody),
    responses: {
      201: {
        description: 'The session that has begun.',
        body: json(sessionRecordSchema, { ...examples.sessionRecord, ...examples.memberSession }),
        headers: {
          'Set-Cookie': 'The session: `cairn_session`, or `__Host-cairn_session` where the address is https.',
        },
      },
    },
    errors: { 400: shortPassword, 403: invalidInvite, 409: userExists, 413: usual, 415: usual, 429: usual },
  },
] as const satisfies readonly Operation[];
