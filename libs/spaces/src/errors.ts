import { DomainError, MAX_FAULTS } from '@cairn/kernel';
import type { FeatureFailure } from './features/writing/modification.js';
import type { Right } from './rights/rights.js';

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

  /** `on` says what the right is needed for. */
  constructor(
    readonly right: Right,
    readonly on = 'the space',
  ) {
    super(`This needs the right \`${right}\` on ${on}.`);
  }
}

/** The owner already has as many spaces as the caller may make. */
export class SpaceLimitReached extends DomainError {
  readonly code = 'space-limit-reached';

  constructor(readonly maxSpaces: number) {
    super(`No more than ${maxSpaces} spaces are allowed.`);
  }
}

/** The space would get more features than the caller may make. */
export class FeatureLimitReached extends DomainError {
  readonly code = 'feature-limit-reached';

  constructor(readonly maxFeatures: number) {
    super(`No more than ${maxFeatures} features are allowed in a space.`);
  }
}

/** The account would exceed its quota over all its spaces. */
export class FeatureQuotaExceeded extends DomainError {
  readonly code = 'feature-quota-exceeded';
}

/** The features of the space can be neither read nor written. */
export class SpaceInactive extends DomainError {
  readonly code = 'space-inactive';

  constructor(readonly id: string) {
    super(`The space '${id}' is not active: its features can be neither read nor written.`);
  }
}

/** The features of the space can be read only. */
export class SpaceReadOnly extends DomainError {
  readonly code = 'space-read-only';

  constructor(readonly id: string) {
    super(`The space '${id}' is read-only: its features cannot be written.`);
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

/** Some features of a batch failed, so none was written. */
export class FeaturesNotWritten extends DomainError {
  readonly code = 'features-not-written';

  constructor(readonly failures: readonly FeatureFailure[]) {
    // A body may have any number of features, and each of them may fail.
    super(
      failures
        .slice(0, MAX_FAULTS)
        .map(({ detail }) => detail)
        .join(' '),
    );
  }
}

/** There is no archive of the tiles of the space, or another one has replaced the one that was read. */
export class ArchiveNotFound extends DomainError {
  readonly code = 'archive-not-found';

  constructor(readonly spaceId: string) {
    super(`There is no archive of the tiles of the space '${spaceId}'.`);
  }
}
