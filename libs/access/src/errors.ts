import { DomainError } from '@cairn/kernel';
import type { Scope } from './scope.js';

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
    super('This is the last API key that can administer the service; revoking it must be forced.');
  }
}

/** A key with the same secret exists already. */
export class KeyExists extends DomainError {
  readonly code = 'key-exists';

  constructor() {
    super('The API key exists already.');
  }
}
