import type { MemoryShare } from '@cairn/kernel';
import type { Cancellation } from '../features/feature-store.js';
import type { VectorTile } from './tile-drawer.js';

/** A cancellation, as the language has no `AbortController`. */
class Canceller implements Cancellation {
  private readonly listeners = new Set<() => void>();
  private isCancelled = false;

  get aborted(): boolean {
    return this.isCancelled;
  }

  cancel(): void {
    if (this.isCancelled) return;
    this.isCancelled = true;
    for (const listener of this.listeners) listener();
    this.listeners.clear();
  }

  addEventListener(_: 'abort', listener: () => void): void {
    this.listeners.add(listener);
  }

  removeEventListener(_: 'abort', listener: () => void): void {
    this.listeners.delete(listener);
  }
}

/** A tile, and whether it has the version that was asked for. */
export interface TileAnswer {
  readonly tile: VectorTile;
  /** `newer`: something was written while it was drawn, so it must not be cached. */
  readonly content: 'asked' | 'newer';
}

type Draw = (cancellation: Cancellation) => Promise<TileAnswer | undefined>;

/** A tile that is being drawn. */
interface Flight {
  readonly canceller: Canceller;
  readonly answer: Promise<TileAnswer | undefined>;
  waiting: number;
}

/**
 * What a tile takes with its compressed forms, as a multiple of the tile. Senders keep these with the tile; they are
 * shorter.
 */
const FORMS = 2;
/** The size of an entry besides its key and its bytes. */
const ENTRY_BYTES = 500;

/**
 * Caches the most recently used tiles, up to a number of bytes. A tile that several callers ask for at once is drawn
 * once. Drawing stops once none of them wants it.
 */
export class TileCache {
  /** The most recently used entry comes last. */
  private readonly kept = new Map<string, TileAnswer>();
  private readonly flights = new Map<string, Flight>();
  private size = 0;

  constructor(private readonly maxBytes: number) {}

  get memory(): MemoryShare {
    return { used: this.size, limit: this.maxBytes };
  }

  /** The tile of the key, if it is kept. */
  find(key: string): TileAnswer | undefined {
    const known = this.kept.get(key);
    if (known === undefined) return undefined;
    this.kept.delete(key);
    this.kept.set(key, known);
    return known;
  }

  /** The tile of the key; nothing once the caller has cancelled. */
  async get(key: string, draw: Draw, cancellation?: Cancellation): Promise<TileAnswer | undefined> {
    const known = this.find(key);
    if (known !== undefined) return known;
    if (cancellation?.aborted === true) return undefined;
    return await this.landing(key, this.flights.get(key) ?? this.start(key, draw), cancellation);
  }

  private start(key: string, draw: Draw): Flight {
    const canceller = new Canceller();
    const answer = draw(canceller);
    const flight: Flight = { canceller, answer, waiting: 0 };
    this.flights.set(key, flight);
    const end = (drawn?: TileAnswer): void => {
      this.forget(key, flight);
      if (drawn?.content === 'asked' && !canceller.aborted) this.keep(key, drawn);
    };
    answer.then(end, () => end());
    return flight;
  }

  private async landing(
    key: string,
    flight: Flight,
    cancellation: Cancellation | undefined,
  ): Promise<TileAnswer | undefined> {
    flight.waiting += 1;
    let leave: (nothing: undefined) => void = () => undefined;
    const left = new Promise<undefined>((resolve) => (leave = resolve));
    const onAbort = (): void => leave(undefined);
    cancellation?.addEventListener('abort', onAbort);
    try {
      return await Promise.race([flight.answer, left]);
    } finally {
      cancellation?.removeEventListener('abort', onAbort);
      flight.waiting -= 1;
      if (flight.waiting === 0) {
        this.forget(key, flight);
        flight.canceller.cancel();
      }
    }
  }

  private forget(key: string, flight: Flight): void {
    if (this.flights.get(key) === flight) this.flights.delete(key);
  }

  private keep(key: string, answer: TileAnswer): void {
    this.kept.set(key, answer);
    this.size += sizeOf(key, answer);
    for (const [oldest, old] of this.kept) {
      if (this.size <= this.maxBytes) return;
      this.kept.delete(oldest);
      this.size -= sizeOf(oldest, old);
    }
  }
}

const sizeOf = (key: string, { tile }: TileAnswer): number =>
  ENTRY_BYTES + 2 * key.length + FORMS * tile.bytes.length;
