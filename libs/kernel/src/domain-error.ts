/** A fact that stopped a use case. `code` is stable and machine-readable; the message is safe to show to a caller. */
export abstract class DomainError extends Error {
  abstract readonly code: string;

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** A store cannot take or give anything now (unreachable, read-only); the same call may succeed later. */
export class StorageUnavailable extends DomainError {
  readonly code: 'storage-unavailable' | 'storage-full' = 'storage-unavailable';
}

/** A store has no room for this and kept nothing of it; what it holds can be read, and deleted to make room. */
export class StorageFull extends StorageUnavailable {
  override readonly code = 'storage-full';
}
