import { DomainError } from '@cairn/kernel';

export class PhotoLinkNotFound extends DomainError {
  readonly code = 'photo-space-not-found';

  constructor() {
    super('These photos are put in no space.');
  }
}

export class PhotoLinkLimitReached extends DomainError {
  readonly code = 'photo-space-limit-reached';

  constructor(readonly maxLinks: number) {
    super(`No more than ${maxLinks} folders and keys may have a space for their photos.`);
  }
}
