/** Part of the description of operations that give a user another way to sign in. */
export const recentSignIn =
  'Within ten minutes of signing in; later it is 403 `sign-in-not-recent`, so that a session left open gives nobody a way back.';
