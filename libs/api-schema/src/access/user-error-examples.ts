import { invalid, type ErrorExample } from '../error-example.js';
import type { ErrorStatus } from '../error-statuses.js';

const signedOut = { code: 'signed-out', detail: 'Nobody is signed in: sign in with `POST /api/session`.' };
const crossSite = { code: 'cross-site', detail: 'Pages of other sites may not send this request.' };
const invalidInvite = {
  code: 'invalid-invite',
  detail: 'The link is mistyped, was used already, or has expired.',
};
const invalidReset = {
  code: 'invalid-password-reset',
  detail: 'The link is mistyped, was used already, or has expired.',
};
const userExists = { code: 'user-exists', detail: 'There is a user with this name already.' };
const noProvider = {
  code: 'no-identity-provider',
  detail: 'No identity provider is configured: see CAIRN_OIDC_ISSUER.',
};
const providerAway = {
  code: 'identity-provider-unavailable',
  detail: 'The identity provider cannot be reached; try again later.',
};
const lastSignIn = {
  code: 'last-sign-in',
  detail: 'You could not sign in without it; add another way to sign in before.',
};
const noPasskeys = {
  code: 'no-passkeys',
  detail: 'Passkeys need an address with a host name, not an IP address: see CAIRN_BASE_URL.',
};
const noType = invalid('type', 'invalid-value', 'must be `public-key`');
const shortPassword = invalid('password', 'invalid-length', 'The password must have 10 to 256 characters.');

/** The examples of users, sessions and identities that differ from the default for their status, by operation. */
export const userErrorExamples: Readonly<
  Record<string, Readonly<Partial<Record<ErrorStatus, ErrorExample>>>>
> = {
  setUp: { 400: shortPassword, 403: invalidInvite, 409: userExists },
  signIn: {
    400: invalid('name', 'invalid-type', 'is missing'),
    401: { code: 'invalid-credentials', detail: 'The name or the password is wrong.' },
    403: crossSite,
  },
  getSession: { 401: signedOut },
  signOut: { 401: signedOut, 403: crossSite },
  listSessions: { 401: signedOut },
  endSession: {
    401: signedOut,
    403: crossSite,
    404: { code: 'session-not-found', detail: 'You have no session with this id.' },
  },
  endSessions: { 401: signedOut, 403: crossSite },
  changePassword: {
    400: shortPassword,
    401: signedOut,
    403: { code: 'wrong-password', detail: 'The current password is wrong.' },
  },
  startIdentitySignIn: {
    400: invalid('from', 'invalid-type', 'must be a string'),
    403: crossSite,
    404: noProvider,
    503: providerAway,
  },
  startIdentityLink: {
    400: invalid('from', 'invalid-type', 'must be a string'),
    401: signedOut,
    403: crossSite,
    404: noProvider,
    503: providerAway,
  },
  listIdentities: { 401: signedOut },
  unlinkIdentity: {
    401: signedOut,
    403: crossSite,
    404: { code: 'identity-not-found', detail: 'You have no identity with this id.' },
    409: lastSignIn,
  },
  startPasskeySignIn: { 403: crossSite, 404: noPasskeys },
  signInByPasskey: {
    400: noType,
    401: {
      code: 'invalid-passkey',
      detail: 'The passkey was not accepted. Try again, or sign in in another way.',
    },
    403: crossSite,
    404: noPasskeys,
  },
  startPasskey: { 401: signedOut, 403: crossSite, 404: noPasskeys },
  addPasskey: {
    400: invalid('name', 'invalid-type', 'is missing'),
    401: signedOut,
    403: {
      code: 'invalid-challenge',
      detail: 'The sign-in has expired or was completed already; start it again.',
    },
    404: noPasskeys,
    409: { code: 'passkey-exists', detail: 'This passkey is known already.' },
  },
  listPasskeys: { 401: signedOut },
  removePasskey: {
    401: signedOut,
    403: crossSite,
    404: { code: 'passkey-not-found', detail: 'You have no passkey with this id.' },
    409: lastSignIn,
  },
  changeUser: {
    400: invalid('role', 'invalid-value', 'must be `owner` or `member`'),
    404: { code: 'user-not-found', detail: 'There is no user with this id.' },
    409: { code: 'last-owner', detail: 'This is the last owner; make another one before.' },
  },
  removeUser: {
    404: { code: 'user-not-found', detail: 'There is no user with this id.' },
    409: { code: 'last-owner', detail: 'This is the last owner; make another one before.' },
  },
  createInvite: {
    400: invalid('role', 'invalid-value', 'must be `owner` or `member`'),
    404: { code: 'album-not-found', detail: 'There is no album with this id.' },
    409: {
      code: 'account-has-user',
      detail: 'The account has a user. An invite leads into an account without one.',
    },
  },
  withdrawInvite: { 404: { code: 'invite-not-found', detail: 'There is no invite with this id.' } },
  createPasswordReset: { 404: { code: 'user-not-found', detail: 'There is no user with this id.' } },
  checkPasswordReset: { 403: invalidReset },
  resetPassword: { 400: shortPassword, 403: invalidReset },
  checkInvite: { 403: invalidInvite },
  acceptInvite: { 400: shortPassword, 403: invalidInvite, 409: userExists },
};
