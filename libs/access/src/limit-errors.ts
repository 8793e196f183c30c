import { DomainError } from '@cairn/kernel';

export class GrantLimitReached extends DomainError {
  readonly code = 'grant-limit-reached';

  constructor(readonly limit: number) {
    super(`An account gives at most ${limit} grants; take one first, or share with a group.`);
  }
}

export class GroupLimitReached extends DomainError {
  readonly code = 'group-limit-reached';

  constructor(readonly limit: number) {
    super(`An account has at most ${limit} groups; delete one first.`);
  }
}

export class LinkLimitReached extends DomainError {
  readonly code = 'link-limit-reached';

  constructor(readonly limit: number) {
    super(`An account has at most ${limit} links; revoke one first.`);
  }
}

export class UploadTokenLimitReached extends DomainError {
  readonly code = 'upload-token-limit-reached';

  constructor(readonly limit: number) {
    super(`An account has at most ${limit} upload tokens; delete one first.`);
  }
}

export class KeyLimitReached extends DomainError {
  readonly code = 'key-limit-reached';

  constructor(readonly limit: number) {
    super(`An account has at most ${limit} API keys; revoke one first.`);
  }
}
