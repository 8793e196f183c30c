import { boxesContain } from '@cairn/geometry';
import { compareTexts } from '@cairn/kernel';
import { type Cancellation, type Candidate, featureLevel, MAX_LEVEL } from '@cairn/spaces/spi';
import type { OverlaidFeature, Overlay } from '../overlay/overlay.js';
import type { ContentPack } from '../pack/content-pack.js';
import type { Hit } from './answer.js';
import { inOrder } from './in-order.js';
import type { PlaceTest, Verdict } from './place-test.js';
import { ShapeBudget } from './shape-budget.js';
import { TimeSlice } from './time-slice.js';

/** Which features are wanted, in the order of their ids. */
export interface Wanted {
  readonly places: PlaceTest;
  readonly maxLevel?: number | undefined;
  readonly after?: string | undefined;
  readonly limit?: number | undefined;
  /** Takes a feature that was found. Returns false to end the search without an answer. */
  readonly take: (hit: Hit) => boolean;
}

/** `elsewhere`: it cannot be answered from memory. */
export type Outcome = 'done' | 'elsewhere' | 'cancelled';

/** So many features are found by the tree in a third of a millisecond. */
const LEAST_FEW = 8_192;
/** In three milliseconds. */
const MOST_FEW = 65_536;

/** One search, in the order of the ids, of a pack and what was written since. */
export class Walk {
  private readonly slice = new TimeSlice();
  private readonly shapes = new ShapeBudget();
  private readonly maxLevel: number;
  private readonly limit: number;
  private readonly from: number;
  private found = 0;
  /** What it finds in the overlay and has not given yet, the next one last. */
  private readonly written: OverlaidFeature[] = [];
  /** The place of the first one of these in the pack. */
  private nextPlace = Infinity;

  constructor(
    private readonly pack: ContentPack,
    private readonly overlay: Overlay,
    private readonly wanted: Wanted,
    private readonly cancellation: Cancellation | undefined,
  ) {
    const { maxLevel = MAX_LEVEL, limit = Infinity, after } = wanted;
    this.maxLevel = maxLevel;
    this.limit = limit;
    this.from =
      after === undefined ? 0 : pack.placeOf(after) + (pack.positionOf(after) === undefined ? 0 : 1);
  }

  async run(): Promise<Outcome> {
    if (this.isCancelled) return 'cancelled';
    const outcome = (await this.searchOverlay()) ?? (await this.searchPack());
    if (outcome !== undefined) return outcome;
    return this.giveWritten(Infinity) ? 'done' : 'elsewhere';
  }

  private get isCancelled(): boolean {
    return this.cancellation?.aborted === true;
  }

  /** Finds what was written since. An outcome ends the search. */
  private async searchOverlay(): Promise<Outcome | undefined> {
    const { after, places } = this.wanted;
    for (const overlaid of this.overlay.features) {
      const { feature, boxes } = overlaid;
      if (after !== undefined && compareTexts(feature.id, after) <= 0) continue;
      if (this.maxLevel < MAX_LEVEL && featureLevel(feature.id, boxes) > this.maxLevel) continue;
      let verdict: Verdict | Outcome = places.ofBoxes(boxes);
      if (verdict === 'open') verdict = await this.compared(feature.body.length, () => overlaid);
      if (verdict === 'out') continue;
      if (verdict !== 'in') return verdict;
      this.written.push(overlaid);
    }
    this.written.reverse();
    this.findNextPlace();
    return undefined;
  }

  /** Finds what is in the pack, and gives it and what was written in the order of the ids. An outcome ends the search. */
  private async searchPack(): Promise<Outcome | undefined> {
    const { pack } = this;
    const { places } = this.wanted;
    const doubtful = new Set<number>();
    const few = this.fewPositions(doubtful);
    const count = few?.length ?? pack.featureCount - this.from;
    let isChecked = false;
    for (let step = 0; step < count; step += 1) {
      const position = few === undefined ? this.from + step : (few[step] ?? 0);
      if (!this.giveWritten(position)) return 'elsewhere';
      if (this.found >= this.limit) return 'done';
      if (this.slice.isOverAfter('cheap')) {
        await this.slice.next();
        if (this.isCancelled) return 'cancelled';
      }
      if (!this.isWanted(position)) continue;
      const isSure = few !== undefined && places.areBoxesEnough && !doubtful.has(position);
      let verdict: Verdict | Outcome = isSure ? 'in' : places.ofPacked(pack, position);
      if (verdict === 'open' && !isChecked) {
        if (few !== undefined && !this.shapes.wouldTake(this.sizesOfOpen(few.subarray(step))))
          return 'elsewhere';
        isChecked = true;
      }
      if (verdict === 'open')
        verdict = await this.compared(pack.sizeAt(position), () => ({
          feature: pack.featureAt(position),
          boxes: pack.boxesAt(position),
        }));
      if (verdict === 'out') continue;
      if (verdict !== 'in') return verdict;
      if (!this.give(position)) return 'elsewhere';
    }
    return undefined;
  }

  /** The sizes of the features that have to be parsed at least until there are as many as wanted. */
  private *sizesOfOpen(positions: Uint32Array): Generator<number> {
    const { pack } = this;
    let found = this.found;
    for (const position of positions) {
      if (found >= this.limit) return;
      const verdict = this.wanted.places.ofPacked(pack, position);
      if (verdict === 'open') yield pack.sizeAt(position);
      if (verdict !== 'out') found += 1;
    }
  }

  /** What the geometry itself tells. */
  private async compared(
    sizeInBytes: number,
    candidate: () => Candidate,
  ): Promise<'in' | 'out' | 'elsewhere' | 'cancelled'> {
    if (!this.shapes.takes(sizeInBytes)) return 'elsewhere';
    if (this.slice.isOverAfter('dear')) await this.slice.next();
    if (this.isCancelled) return 'cancelled';
    return this.wanted.places.accepts(candidate()) ? 'in' : 'out';
  }

  /**
   * Where the tree is quicker than a walk through all: the positions of the features near the place.
   * @param doubtful Gets those whose boxes are not surely inside.
   */
  private fewPositions(doubtful: Set<number>): Uint32Array | undefined {
    const { pack, from } = this;
    const { region } = this.wanted.places;
    if (region === undefined || pack.bounds === undefined) return undefined;
    const most = Math.min(Math.max(Math.sqrt(this.limit * pack.featureCount), LEAST_FEW), MOST_FEW);
    if (pack.featureCount > most && boxesContain(region, [pack.bounds])) return undefined;
    const positions: number[] = [];
    let looked = 0;
    pack.search(region, (position, isInside) => {
      looked += 1;
      if (position < from || !this.isWanted(position)) return looked <= most;
      positions.push(position);
      if (!isInside) doubtful.add(position);
      return looked <= most;
    });
    return looked > most ? undefined : inOrder(positions, pack.featureCount);
  }

  private isWanted(position: number): boolean {
    const { hidden } = this.overlay;
    if (hidden.size > 0 && hidden.has(position)) return false;
    return this.maxLevel === MAX_LEVEL || this.pack.levelAt(position) <= this.maxLevel;
  }

  private give(hit: Hit): boolean {
    this.found += 1;
    return this.wanted.take(hit);
  }

  /** Gives what was written and comes before that position. */
  private giveWritten(position: number): boolean {
    while (this.nextPlace <= position && this.found < this.limit) {
      const next = this.written.pop();
      if (next === undefined) return true;
      this.findNextPlace();
      if (!this.give(next)) return false;
    }
    return true;
  }

  private findNextPlace(): void {
    const next = this.written.at(-1);
    this.nextPlace = next === undefined ? Infinity : this.pack.placeOf(next.feature.id);
  }
}
