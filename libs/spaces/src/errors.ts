import { DomainError } from '@cairn/kernel';
import type { FeatureFailure } from './features/writing/modification.js';

export class SpaceNotFound extends DomainError {
  readonly code = 'space-not-found';

  constructor(readonly id: string) {
    super(`There is no space with the id '${id}'.`);
  }
}

export class SpaceExists extends DomainError {
  readonly code = 'space-exists';

  constructor(readonly id: string) {
    super(`There is a space with the id '${id}' already.`);
  }
}

export class SpaceForbidden extends DomainError {
  readonly code = 'space-forbidden';

  constructor() {
    super('The space belongs to another owner.');
  }
}

export class StorageNotFound extends DomainError {
  readonly code = 'storage-not-found';

  constructor(
    readonly id: string,
    readonly available: string,
  ) {
    super(`There is no storage '${id}'; the storage of this service is '${available}'.`);
  }
}

/** Some features of a batch could not be written, so that none was. */
export class FeaturesNotWritten extends DomainError {
  readonly code = 'features-not-written';

  constructor(readonly failures: readonly FeatureFailure[]) {
    super(failures.map(({ detail }) => detail).join(' '));
  }
}
