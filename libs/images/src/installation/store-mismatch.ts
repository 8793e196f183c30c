import { DomainError } from '@cairn/kernel';

/** Upper limit of the counts, which keeps them cheap however much is stored. */
export const MOST_COUNTED = 1_000;

/** What each side holds. Counts stop at {@link MOST_COUNTED}. */
export interface StoreFacts {
  readonly database: { readonly installation: string | undefined; readonly images: number };
  readonly store: {
    readonly installation: string | undefined;
    readonly blobs: number;
    readonly quarantined: number;
  };
}

/** The database and the blob store belong to different installations. Continuing could treat images as orphans. */
export class StoreMismatch extends DomainError {
  readonly code = 'store-mismatch';

  constructor(readonly facts: StoreFacts) {
    const { database, store } = facts;
    super(
      `The database and the blob store do not belong together. ` +
        `The database belongs to ${named(database.installation)} and has ${counted(database.images, 'image')}. ` +
        `The blob store belongs to ${named(store.installation)} and has ${counted(store.blobs, 'blob')}, ` +
        `${store.quarantined === 0 ? 'none' : counted(store.quarantined, 'more')} in quarantine. ` +
        'Nothing was changed.',
    );
  }
}

function named(installation: string | undefined): string {
  return installation === undefined ? 'no installation' : `installation ${installation.slice(0, 100)}`;
}

function counted(count: number, what: 'image' | 'blob' | 'more'): string {
  const number = count < MOST_COUNTED ? String(count) : `${MOST_COUNTED} or more`;
  return `${count === 0 ? 'no' : number} ${what}${count === 1 || what === 'more' ? '' : 's'}`;
}
