import { DomainError } from '@cairn/kernel';

/** The link is unknown, revoked or expired. The error does not say which. */
export class LinkNotFound extends DomainError {
  readonly code = 'link-not-found';

  constructor() {
    super('There is no such link, or not any more.');
  }
}

/** The holders of the link may look, and add nothing. */
export class ContributionRefused extends DomainError {
  readonly code = 'contribution-refused';

  constructor() {
    super('This link shows images, but takes none.');
  }
}

export class LinkPasswordNeeded extends DomainError {
  readonly code = 'link-password-needed';

  constructor() {
    super('This link needs its password.');
  }
}
