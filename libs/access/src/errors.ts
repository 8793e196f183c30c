import { DomainError } from '@cairn/kernel';
import type { Scope } from './permissions/scope.js';

export class InvalidKey extends DomainError {
  readonly code = 'invalid-key';

  constructor() {
    super('The API key is mistyped, unknown, expired or revoked.');
  }
}

/** A token of another issuer is not accepted. The message says why. */
export class InvalidToken extends DomainError {
  readonly code = 'invalid-token';
}

export class ScopeMissing extends DomainError {
  readonly code = 'scope-missing';

  constructor(readonly scope: Scope) {
    super(`This needs an API key with the scope \`${scope}\`.`);
  }
}

export class AccountNotFound extends DomainError {
  readonly code = 'account-not-found';

  constructor() {
    super('There is no account with this id.');
  }
}

export class KeyNotFound extends DomainError {
  readonly code = 'key-not-found';

  constructor() {
    super('There is no API key with this id.');
  }
}

/** Revoking the key would leave the installation without an administrator. */
export class LastAdminKey extends DomainError {
  readonly code = 'last-admin-key';

  constructor() {
    super('This is the last API key that can administer the service; only `force=true` revokes it.');
  }
}

/** A key with the same secret exists already. */
export class KeyExists extends DomainError {
  readonly code = 'key-exists';

  constructor() {
    super('The API key exists already.');
  }
}

/** The name or the password is wrong. The error does not say which. */
export class InvalidCredentials extends DomainError {
  readonly code = 'invalid-credentials';

  constructor() {
    super('The name or the password is wrong.');
  }
}

/** A signed-in user gave a wrong current password. */
export class WrongPassword extends DomainError {
  readonly code = 'wrong-password';

  constructor() {
    super('The current password is wrong.');
  }
}

/** There is no such invite or set-up link, or it was used, withdrawn or has expired. */
export class InvalidInvite extends DomainError {
  readonly code = 'invalid-invite';

  constructor() {
    super('The link is mistyped, was used already, or has expired.');
  }
}

/** There is no such link for a new password, or it was used, replaced or has expired. */
export class InvalidPasswordReset extends DomainError {
  readonly code = 'invalid-password-reset';

  constructor() {
    super('The link is mistyped, was used already, or has expired.');
  }
}

/** The account already has a user, so nobody else can join it by an invite. */
export class AccountHasUser extends DomainError {
  readonly code = 'account-has-user';

  constructor() {
    super('The account has a user. An invite leads into an account without one.');
  }
}

/** Another user has the name, possibly spelled differently. */
export class UserExists extends DomainError {
  readonly code = 'user-exists';

  constructor() {
    super('There is a user with this name already.');
  }
}

export class UserNotFound extends DomainError {
  readonly code = 'user-not-found';

  constructor(name?: string) {
    super(`There is no user with ${name === undefined ? 'this id' : `the name “${name}”`}.`);
  }
}

/** Removing the user would leave the installation without an owner. */
export class LastOwner extends DomainError {
  readonly code = 'last-owner';

  constructor() {
    super('This is the last owner; make another one before.');
  }
}

export class SessionNotFound extends DomainError {
  readonly code = 'session-not-found';

  constructor() {
    super('You have no session with this id.');
  }
}

export class InviteNotFound extends DomainError {
  readonly code = 'invite-not-found';

  constructor() {
    super('There is no invite with this id.');
  }
}

/** The user has no password, but other ways to sign in. */
export class NoPassword extends DomainError {
  readonly code = 'no-password';

  constructor() {
    super('You have no password: you sign in in another way.');
  }
}

/** Adding a way to sign in, or setting a first password, requires a recent sign-in. */
export class SignInNotRecent extends DomainError {
  readonly code = 'sign-in-not-recent';

  constructor() {
    super('You signed in a while ago: sign in again, and do this within ten minutes.');
  }
}

/** The identity belongs to another user, or to this one already. */
export class IdentityTaken extends DomainError {
  readonly code = 'identity-taken';

  constructor() {
    super('A user signs in with this identity already.');
  }
}

/** No user has the identity, and no rule or invite admits its holder. */
export class IdentityUnknown extends DomainError {
  readonly code = 'identity-unknown';

  constructor() {
    super('No user signs in with this identity. Ask for an invite, or link it while you are signed in.');
  }
}

export class IdentityNotFound extends DomainError {
  readonly code = 'identity-not-found';

  constructor() {
    super('You have no identity with this id.');
  }
}

/** It is the user's only way to sign in. */
export class LastSignIn extends DomainError {
  readonly code = 'last-sign-in';

  constructor() {
    super('You could not sign in without it; add another way to sign in before.');
  }
}

/** A sign-in has expired, was already completed, or did not begin here. */
export class InvalidChallenge extends DomainError {
  readonly code = 'invalid-challenge';

  constructor() {
    super('The sign-in has expired or was completed already; start it again.');
  }
}

/** The first user must be an owner. */
export class SetupNeeded extends DomainError {
  readonly code = 'setup-needed';

  constructor() {
    super('No one can sign in yet: the first user must be an owner.');
  }
}

/** The credential is stored already. */
export class PasskeyExists extends DomainError {
  readonly code = 'passkey-exists';

  constructor() {
    super('This passkey is known already.');
  }
}

export class PasskeyNotFound extends DomainError {
  readonly code = 'passkey-not-found';

  constructor() {
    super('You have no passkey with this id.');
  }
}

/** A sign-in with a passkey failed. The message does not say why; `cause` may. */
export class InvalidPasskey extends DomainError {
  readonly code = 'invalid-passkey';

  constructor(options?: ErrorOptions) {
    super('The passkey was not accepted. Try again, or sign in in another way.', options);
  }
}

/** The counter of the authenticator went backwards: it may have been cloned (WebAuthn §6.1.1). */
export class PasskeyCopied extends DomainError {
  readonly code = 'passkey-copied';

  constructor() {
    super('The passkey was used before by a copy of it; sign in in another way and remove it.');
  }
}
