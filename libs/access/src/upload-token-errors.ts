import { DomainError } from '@cairn/kernel';

/** The error does not say which. */
export class InvalidUploadToken extends DomainError {
  readonly code = 'invalid-upload-token';

  constructor() {
    super(
      'The upload token is mistyped, unknown, expired or deleted, or whoever made it may no longer upload.',
    );
  }
}

/** As many files were uploaded with the token as it allows. */
export class UploadTokenUsedUp extends DomainError {
  readonly code = 'upload-token-used-up';

  constructor() {
    super('The upload token is used up: as many files were uploaded with it as it allows.');
  }
}

export class UploadTokenNotFound extends DomainError {
  readonly code = 'upload-token-not-found';

  constructor() {
    super('There is no upload token with this id.');
  }
}
