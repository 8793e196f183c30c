import { invalid } from '../error-example.js';

export const signedOut = {
  code: 'signed-out',
  detail: 'Nobody is signed in: sign in with `POST /api/session`.',
};
export const crossSite = { code: 'cross-site', detail: 'Pages of other sites may not send this request.' };
export const invalidInvite = {
  code: 'invalid-invite',
  detail: 'The link is mistyped, was used already, or has expired.',
};
export const invalidReset = {
  code: 'invalid-password-reset',
  detail: 'The link is mistyped, was used already, or has expired.',
};
export const userExists = { code: 'user-exists', detail: 'There is a user with this name already.' };
export const noProvider = {
  code: 'no-identity-provider',
  detail: 'No identity provider is configured: see CAIRN_OIDC_ISSUER.',
};
export const providerAway = {
  code: 'identity-provider-unavailable',
  detail: 'The identity provider cannot be reached; try again later.',
};
export const lastSignIn = {
  code: 'last-sign-in',
  detail: 'You could not sign in without it; add another way to sign in before.',
};
export const noPasskeys = {
  code: 'no-passkeys',
  detail: 'Passkeys need an address with a host name, not an IP address: see CAIRN_BASE_URL.',
};
export const noType = invalid('type', 'invalid-value', 'must be `public-key`');
export const shortPassword = invalid(
  'password',
  'invalid-length',
  'The password must have 10 to 256 characters.',
);
