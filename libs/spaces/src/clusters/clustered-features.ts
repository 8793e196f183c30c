import { type AreaShare, areaShares, type CellGrid, type Place } from '@cairn/geometry';
import { InvalidInput } from '@cairn/kernel';
import { searchedMatcher } from '../features/searching/criteria-matcher.js';
import { isPlacedIn, placeOf } from '../features/searching/feature-place.js';
import { type Candidate, searchedFeature } from '../features/searching/searched-feature.js';
import {
  type CellNumbers,
  type CellQuery,
  type FeatureCell,
  MAX_CELLS,
} from '../features/analytics/cell-query.js';

interface Counted {
  count: number;
  /** Parts of features in billionths. Whole numbers have the same sum in any order. */
  parts: number;
  readonly numbers: number[];
}

const BILLION = 1e9;
const NO_STEPS: readonly undefined[] = [];

/**
 * Counts features by cells. A store offers it every feature that may meet the criteria, in any order. It holds the
 * cells and the numbers of a member, not the features.
 */
export class ClusteredFeatures {
  private readonly accepts: ReturnType<typeof searchedMatcher>;
  private readonly cells = new Map<string, Counted>();
  private hasTooMany = false;

  constructor(
    private readonly query: CellQuery,
    private readonly grid: CellGrid,
  ) {
    this.accepts = searchedMatcher(query);
  }

  /** Whether the query needs only the place of a feature, so that a store can call `offerPlace`. */
  static isByPlace({ filter, boxes, spatial, place, member, weighting }: CellQuery): boolean {
    const others = [filter, boxes, spatial, member, weighting];
    return others.every((given) => given === undefined) && place === 'middle';
  }

  /** Whether there are more cells than are distinguished, so that going on is pointless. */
  get isFull(): boolean {
    return this.hasTooMany || this.cells.size > MAX_CELLS;
  }

  /** Returns the remaining work, in short steps. There is none unless an area is shared out to cells. */
  offer(candidate: Candidate): Iterable<undefined> {
    const searched = searchedFeature(candidate);
    if (!this.accepts(searched, candidate)) return NO_STEPS;
    const { place: kind, member, weighting, boxes } = this.query;
    const { geometry } = weighting === undefined ? { geometry: null } : searched.feature;
    const shares = geometry && areaShares(geometry, this.grid, { boxes, maxCells: MAX_CELLS });
    this.hasTooMany ||= shares === 'too-many';
    if (this.isFull) return NO_STEPS;
    if (shares && shares !== 'too-many') return this.addShares(shares);
    const place = placeOf(searched, candidate, kind);
    if (place === undefined || (weighting !== undefined && boxes && !isPlacedIn(place, boxes)))
      return NO_STEPS;
    const counted = this.count(place);
    const number = member && searched.memberAt(member);
    if (typeof number === 'number' && Number.isFinite(number)) counted.numbers.push(number);
    return NO_STEPS;
  }

  /** Counts features of which only the cell matters. */
  offerCell(cell: string, count: number): void {
    this.add(cell, count);
  }

  /** Counts a feature of which only the place matters. */
  offerPlace(place: Place): void {
    const { window } = this.query;
    if (window === undefined || isPlacedIn(place, window.boxes)) this.count(place);
  }

  /** The cells, by ascending name. @throws {InvalidInput} if there are more than `MAX_CELLS`. */
  result(): readonly FeatureCell[] {
    const { member } = this.query;
    if (this.isFull)
      throw InvalidInput.of(
        'too-many-cells',
        `These are more than ${MAX_CELLS} cells: ask for larger ones, or for a smaller area.`,
      );
    return [...this.cells]
      .filter(([, { count, parts }]) => count + parts > 0)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([cell, { count, parts, numbers }]) => ({
        cell,
        count: count + parts / BILLION,
        ...(member !== undefined && { numbers: numberSummary(numbers) }),
      }));
  }

  private *addShares(shares: Iterable<AreaShare | undefined>): Generator<undefined, void, undefined> {
    for (const given of shares) {
      const parts = given === undefined ? 0 : Math.round(given.share * BILLION);
      if (given === undefined) yield undefined;
      else this.add(given.cell, 0).parts += parts; // even if it rounds to 0: there may be billions of such cells
      if (this.isFull) return;
    }
  }

  private count(place: Place): Counted {
    return this.add(this.grid.cellAt(place), 1);
  }

  private add(cell: string, count: number): Counted {
    const known = this.cells.get(cell);
    if (known === undefined) {
      const counted = { count, parts: 0, numbers: [] };
      this.cells.set(cell, counted);
      return counted;
    }
    known.count += count;
    return known;
  }
}

/** Summarizes numbers, with the same result in any order. Sorts the array. */
function numberSummary(numbers: number[]): CellNumbers {
  numbers.sort((one, other) => one - other);
  const [min = 0, max = 0] = [numbers[0], numbers.at(-1)];
  const half = numbers.length / 2;
  const [below = 0, above = 0] = [numbers[Math.ceil(half) - 1], numbers[Math.floor(half)]];
  let sum = 0;
  for (const number of numbers) sum += number;
  return { count: numbers.length, min, max, sum, median: below + (above - below) / 2 };
}
