/** The texts of the ways to sign in besides a password. */
export const waysIn = {
  add: (provider: string) => `Connect ${provider}`,
  addedAgo: (ago: string) => `connected ${ago}`,
  continueWith: (provider: string) => `Continue with ${provider}`,
  identities: 'Other ways to sign in',
  identitiesText: (provider: string) => `Sign in with ${provider} instead of a password.`,
  or: 'or',
  remove: (name: string) => `Disconnect ${name}`,
};

export const passkeys = {
  add: 'Add a passkey',
  added: 'Passkey added',
  addedAgo: (ago: string) => `added ${ago}, not used yet`,
  goOn: 'Continue',
  lastUsed: (ago: string) => `last used ${ago}`,
  name: 'Name of the passkey',
  nameHint: 'So that you recognize it in the list.',
  remove: (name: string) => `Remove the passkey ${name}`,
  signIn: 'Sign in with a passkey',
  text: 'Sign in with your fingerprint, your face, a PIN or a security key, without a name or a password.',
  title: 'Passkeys',
  unavailable: {
    'ip-address':
      'Passkeys need a host name, and the address of this server (CAIRN_BASE_URL) is an IP address.',
    'not-https': 'Passkeys need https, and the address of this server (CAIRN_BASE_URL) is http.',
  },
  unknownHere: 'Passkeys are not available here: they need https, except on localhost.',
  faults: {
    cancelled: 'The browser has not completed it. Try again.',
    known: 'There is already a passkey for you on that device.',
    other: 'The browser could not complete it.',
    otherAddress: 'Passkeys work only at the address of the server. Open the page there.',
    refused: 'The passkey was not accepted. Try again, or sign in another way.',
  },
};

export const resets = {
  newPassword: 'New password',
  reset: 'Choose a new password',
  resetSubmit: 'Set the password',
  resetText: (name?: string) =>
    `${name === undefined ? 'You' : `${name}, you`} will be signed out everywhere else.`,
  newPasswordLink: 'Forgotten password',
  newPasswordLinkText: 'Create a link that lets them choose a new one. Nothing changes until they use it.',
  passwordLinkOnce: (until: string) =>
    `Send them this link. It works once, until ${until}, and will not be shown again.`,
  intoAccount: 'Library',
  intoNewAccount: 'A new one',
  intoAccountHint: 'Libraries of people who were removed are kept, and can be given to someone else.',
};

/** By the codes of problems that a sign-in comes back with. */
export const signInProblems = {
  'identity-unknown': 'No one here signs in that way. Ask for an invite, or connect it in your account.',
  'identity-taken': 'Someone already signs in that way.',
  'identity-refused': 'You were not signed in there.',
  'identity-provider-failed': 'Signing in there failed. The server log says why.',
  'identity-provider-misconfigured':
    'Signing in there is not set up correctly. The server log says what is wrong.',
  'identity-provider-unavailable': 'The sign-in provider cannot be reached. Try again later.',
  'invalid-challenge': 'The sign-in took too long, or was already completed. Try again.',
  'invalid-invite': 'The link has already been used, or has expired.',
  'rate-limited': 'Too many attempts. Try again in a minute.',
  'setup-needed': 'No one can sign in yet: the first user must be an owner.',
  other: 'The sign-in failed. Try again.',
};

export const signIn = {
  again: 'You signed in a while ago. Sign out and in again, then do this within ten minutes.',
  title: 'Sign in to Cairn',
  text: 'Images and places, on your own server.',
  name: 'Name',
  needsSetup:
    'No one can sign in yet. The server printed a link when it started: open it to create the first user.',
  password: 'Password',
  submit: 'Sign in',
  wrong: 'Name or password is wrong.',
};

export const join = {
  anotherInvite: 'Ask whoever sent it for another one.',
  anotherSetup: 'The server prints a new one at each start, as long as no one can sign in.',
  invite: 'Welcome to Cairn',
  inviteSubmit: 'Join',
  inviteText: 'You were invited. Choose a name and a password.',
  noLink: 'This link is incomplete',
  noLinkText: 'Open it as it was sent to you, with the part after the #.',
  notPrivate: (why: string) =>
    `New images are public, and lose place and camera, because the setting could not be saved. Change it under Images. ${why}`,
  passwordHint: (least: number) => `At least ${least} characters. A few words are easy to remember.`,
  purpose: 'What do you want to use it for?',
  purposes: {
    photos: {
      name: 'My photos',
      hint: 'Private: only you can see new images, until you share them. Files are kept whole, but others never get place and camera from them.',
    },
    host: {
      name: 'Images for websites',
      hint: 'Public: anyone can see new images at their addresses. Place and camera are cut out of them for good.',
    },
  },
  purposeLater: 'You can change this later, also for single folders and images.',
  setup: 'Set up Cairn',
  setupSubmit: 'Create the owner',
  setupText: 'You become the owner of this server. Choose a name and a password.',
  usedLink: 'This link cannot be used',
  usedLinkText: 'It has already been used, has expired, or is incomplete.',
};
