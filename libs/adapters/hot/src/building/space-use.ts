/** In this time, the counts of a space that nobody uses are halved. */
const HALF_LIFE_MS = 60_000;

/** No two fadings are closer, so that most reads only count. */
const FADING_MS = 1_000;

/** So many reads of late make a space worth its memory. */
const ENOUGH_READS = 20;

/** How many spaces are counted at most: those used last. */
const MAX_SPACES = 1_000;

interface Counts {
  reads: number;
  writes: number;
  at: number;
}

/** How often spaces are read and written of late. Counts fade when they are looked at, so that nothing runs meanwhile. */
export class SpaceUse {
  private readonly counts = new Map<string, Counts>();

  constructor(private readonly now: () => number) {}

  read(spaceId: string): void {
    this.of(spaceId).reads += 1;
  }

  wrote(spaceId: string): void {
    this.of(spaceId).writes += 1;
  }

  /** How much more it is read than written; 0 if not by enough to be kept in memory. */
  worth(spaceId: string): number {
    const known = this.counts.get(spaceId);
    if (known === undefined) return 0;
    this.fade(known);
    const { reads, writes } = known;
    return reads >= ENOUGH_READS && reads > writes ? reads - writes : 0;
  }

  forget(spaceId: string): void {
    this.counts.delete(spaceId);
  }

  private of(spaceId: string): Counts {
    const known = this.counts.get(spaceId) ?? { reads: 0, writes: 0, at: this.now() };
    this.fade(known);
    this.counts.delete(spaceId); // and back as the latest
    this.counts.set(spaceId, known);
    if (this.counts.size > MAX_SPACES) {
      const [oldest = spaceId] = this.counts.keys();
      this.counts.delete(oldest);
    }
    return known;
  }

  private fade(counts: Counts): void {
    const now = this.now();
    if (now - counts.at < FADING_MS) return;
    const share = 2 ** ((counts.at - now) / HALF_LIFE_MS);
    counts.reads *= share;
    counts.writes *= share;
    counts.at = now;
  }
}
