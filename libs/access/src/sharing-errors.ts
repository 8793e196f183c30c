import { DomainError } from '@cairn/kernel';
import type { GrantRole } from './permissions/grant-role.js';

/** The caller's grants are not sufficient here. The error does not say whether there is anything beyond them. */
export class AccessForbidden extends DomainError {
  readonly code = 'access-forbidden';

  constructor(readonly role: GrantRole) {
    super(`This needs the role \`${role}\` here, which you do not have.`);
  }
}

export class GrantNotFound extends DomainError {
  readonly code = 'grant-not-found';

  constructor() {
    super('There is no grant with this id.');
  }
}

export class GroupNotFound extends DomainError {
  readonly code = 'group-not-found';

  constructor() {
    super('There is no group with this id.');
  }
}

/** The account would be left without an owner: with members only, or with nobody. */
export class AccountNeedsOwner extends DomainError {
  readonly code = 'account-needs-owner';

  constructor() {
    super('The account would have no owner; make somebody else an owner of it first.');
  }
}

/** The link is unknown, revoked or expired. The error does not say which. */
export class LinkNotFound extends DomainError {
  readonly code = 'link-not-found';

  constructor() {
    super('There is no such link, or not any more.');
  }
}

export class LinkPasswordNeeded extends DomainError {
  readonly code = 'link-password-needed';

  constructor() {
    super('This link needs its password.');
  }
}

/** The holders of the link may only look, not add. */
export class ContributionRefused extends DomainError {
  readonly code = 'contribution-refused';

  constructor() {
    super('This link shows images, but takes none.');
  }
}
