import type { Random } from './random.js';

/**
 * What is known of an image: `sending` and `deleting` were asked for and not answered, `stored` and `deleted` were
 * acknowledged, `lost` was asked for, never acknowledged and found absent.
 */
export type State = 'sending' | 'stored' | 'deleting' | 'deleted' | 'lost';

/** An image that was sent; no two have the same bytes or tag. */
export interface Sent {
  readonly tag: string;
  readonly path: string;
  readonly sha256: string;
  state: State;
  /** Known once the upload was acknowledged, or found to have happened. */
  id?: string;
  /** Path of the file's address; host and port change with every start. */
  file?: string;
}

/** Everything that was ever asked of the service, and what it promised. */
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

  /** Takes out a stored image to delete, so that nobody else does. */
  takeForDeletion(random: Random): Sent | undefined {
    const image = random.pick(this.in('stored'));
    if (image !== undefined) image.state = 'deleting';
    return image;
  }
}
