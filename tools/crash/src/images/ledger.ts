import type { Random } from '@cairn/harness';

/**
 * State of an image: `sending` and `deleting` were requested and not answered, `stored` and `deleted` were
 * acknowledged, `lost` was requested, never acknowledged and found absent.
 */
export type State = 'sending' | 'stored' | 'deleting' | 'deleted' | 'lost';

/** An uploaded image. No two have the same bytes or tag. */
export interface Sent {
  readonly tag: string;
  readonly path: string;
  readonly sha256: string;
  state: State;
  /** Known once the upload was acknowledged or found stored. */
  id?: string;
  /** Path of the file's URL. Host and port change with every start. */
  file?: string;
}

/** Every request that was sent and every promise that was made. */
export class Ledger {
  private readonly sent: Sent[] = [];

  add(image: Sent): Sent {
    this.sent.push(image);
    return image;
  }

  get size(): number {
    return this.sent.length;
  }

  in(...states: readonly State[]): readonly Sent[] {
    return this.sent.filter(({ state }) => states.includes(state));
  }

  ofBytes(sha256: string): Sent | undefined {
    return this.sent.find((image) => image.sha256 === sha256);
  }

  /** Picks a stored image and marks it, so that no other client deletes it. */
  takeForDeletion(random: Random): Sent | undefined {
    const image = random.pick(this.in('stored'));
    if (image !== undefined) image.state = 'deleting';
    return image;
  }
}
