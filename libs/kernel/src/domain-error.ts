/** An error of a use case. `code` is stable and machine-readable. The message is safe to show to a caller. */
export abstract class DomainError extends Error {
  abstract readonly code: string;

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** A store is unreachable or read-only. The same call may succeed later. */
export class StorageUnavailable extends DomainError {
  readonly code: 'storage-unavailable' | 'storage-full' = 'storage-unavailable';
}

/** A store has no space left. Nothing was stored; reading and deleting still work. */
export class StorageFull extends StorageUnavailable {
  override readonly code = 'storage-full';
}
