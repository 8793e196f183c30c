/** The texts of the ways to sign in besides a password. */
export const enSignIn = {
  waysIn: {
    add: (provider: string) => `Connect ${provider}`,
    addedAgo: (ago: string) => `connected ${ago}`,
    continueWith: (provider: string) => `Continue with ${provider}`,
    identities: 'Other ways to sign in',
    identitiesText: (provider: string) => `Sign in with ${provider} instead of a password.`,
    or: 'or',
    remove: (name: string) => `Disconnect ${name}`,
  },
  /** By the codes of problems that a sign-in comes back with. */
  signInProblems: {
    'identity-unknown': 'Nobody here signs in that way. Ask for an invite, or connect it in your account.',
    'identity-taken': 'Somebody signs in that way already.',
    'identity-refused': 'You were not signed in there.',
    'identity-provider-failed': 'The sign-in failed there. The log of the server says why.',
    'identity-provider-unavailable': 'The place where you sign in cannot be reached. Try again later.',
    'invalid-challenge': 'The sign-in took too long, or was completed already. Try again.',
    'invalid-invite': 'The link was used already, or has expired.',
    'rate-limited': 'Too many attempts. Try again in a minute.',
    'setup-needed': 'Nobody can sign in yet: the first user must be an owner.',
    other: 'The sign-in failed. Try again.',
  },
};
