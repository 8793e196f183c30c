import type { BoundingBox } from '@cairn/geometry';
import { featureText } from '@cairn/spaces';
import { type Candidate, criteriaMatcher } from '@cairn/spaces/spi';
import type { SqliteConnection } from '../../connection/sqlite-connection.js';
import { touches } from './area.js';
import { numbersTouching } from '../rows/box-tree.js';
import { sortedById } from './sort-by-id.js';
import { allOf, type Condition } from '../rows/condition.js';
import { copiedText } from '../rows/feature-copies.js';
import { column, featureOf, type FeatureRow, idOf, isAcross, isLong } from '../rows/feature-row.js';
import { CandidateRows } from './candidate-rows.js';
import { countOf, type Membership, membershipOf, smallestSource } from './number-source.js';
import { namedIds } from './prefilter.js';
import { type Search, SearchPlan } from './search-plan.js';
import type { SpaceContent } from '../rows/space-content.js';

/** Features that are read in one step, or checked without a match. */
const STEP = 500;
/** Features that are read in one step if they match without a check. */
const MAX_PAGE = 1_000;
/** The number of features in an area that SQLite sorts in one step, which takes a few milliseconds. */
const MAX_AT_ONCE = 10_000;
/** Up to this many features in an area are sorted rather than reading the space in order, however low the limit is. */
const WORTH_SORTING = 2_000;
/** Above this number of features in an area, their ids are not sorted in memory. */
const MAX_SORTED = 50_000;

/** A search of the features of one content, as its connection sees them. */
export class FeatureSearch {
  private readonly matches: (candidate: Candidate) => boolean;
  private readonly plan: SearchPlan;
  private readonly rows: CandidateRows;

  constructor(
    private readonly connection: SqliteConnection,
    private readonly content: SpaceContent,
    private readonly search: Search,
  ) {
    const { criteria } = search;
    this.matches = criteriaMatcher(criteria);
    this.plan = new SearchPlan(search);
    this.rows = new CandidateRows(connection, content);
  }

  /** Whether a feature matches if it is inside, whatever it contains. */
  get isByBoxes(): boolean {
    return this.plan.isByPlace;
  }

  accepts(row: FeatureRow): boolean {
    return (this.isByBoxes && row[column.isInside] === 1) || this.matches(this.candidateOf(row));
  }

  /** How much work a candidate is: `much` for a long feature, `little` for one that is in a box as a whole. */
  workFor(row: FeatureRow): 'little' | 'some' | 'much' {
    const isInBox = this.isByBoxes && row[column.isInside] === 1;
    const isWholeRead = !isInBox || this.search.purpose === 'texts';
    if (isWholeRead && isLong(row)) return 'much';
    return isInBox ? 'little' : 'some';
  }

  /** The text of the first of these copies that it has, or else its own. */
  textOf(row: FeatureRow, copies: readonly number[] = []): string {
    const text = row[column.text];
    if (text !== null) return text;
    const copied = copies.length > 0 ? copiedText(this.connection, row[column.number], copies) : undefined;
    return copied ?? featureText(featureOf(this.rows.whole(row)));
  }

  candidateOf(row: FeatureRow): Candidate {
    return this.rows.candidateOf(row);
  }

  /** Candidates for `accepts`, by ascending id unless they are only counted. A step may be empty. */
  *steps(): Generator<readonly FeatureRow[], void, undefined> {
    const { content, plan } = this;
    const { area } = plan;
    const { criteria, limit = Infinity, purpose } = this.search;
    const { key, head } = content;
    if (key === undefined) return;
    const ids = namedIds(criteria.filter);
    if (ids !== undefined) return yield* this.named(key, ids);
    // Of n features k are near: either k are looked up and sorted here, or about limit·n/k are read in order.
    const most = Math.max(
      WORTH_SORTING,
      Math.min(Math.sqrt(Math.min(limit, head.total) * head.total), MAX_SORTED),
    );
    const { filter, maxLevel } = criteria;
    const isCount = purpose === 'count';
    const counted = !isCount ? 'no' : limit < Infinity ? 'some' : 'all';
    const source = smallestSource(this.connection, { key, area, filter, maxLevel, most, counted });
    if (source === undefined) return yield* this.inOrder(key, membershipOf(this.connection, { key, filter }));
    plan.narrow(source);
    if (counted === 'some' || (isCount && source.isDecided) || purpose === 'places')
      return yield* this.unordered(key, source.numbers);
    if (source.count > MAX_AT_ONCE) return yield* this.sorted(key, source.numbers, this.search.after);
    // If features match without a check, no more rows are read than are wanted.
    const size = this.isByBoxes ? Math.min(limit, MAX_PAGE) : STEP;
    const rows = this.firstById(key, source.numbers, size);
    const isFull = rows.length === size;
    const page = sortedById(rows, idOf);
    yield page;
    if (isFull) yield* this.sorted(key, source.numbers, page.at(-1)?.[column.id]);
  }

  /** The number of boxes of features that touch the boxes, counted up to the limit. */
  countNear(boxes: readonly BoundingBox[], limit: number): number {
    const { key } = this.content;
    return key === undefined ? 0 : countOf(this.connection, numbersTouching(key, boxes), limit);
  }

  /** All features that touch the boxes, in any order. */
  *within(boxes: readonly BoundingBox[]): Generator<FeatureRow, void, undefined> {
    const { key } = this.content;
    if (key === undefined) return;
    const { text, values } = this.near(key, numbersTouching(key, boxes), allOf([]));
    yield* this.select(text).iterate(...this.plan.columns.values, ...values);
  }

  private near(key: number, numbers: Condition, condition: Condition): Condition {
    const { text, values } = allOf([condition, this.plan.prefilter]);
    return {
      text: `(${numbers.text}) AS near CROSS JOIN feature AS f ON f.number = near.number
        WHERE f.content = ? AND ${text}`,
      values: [...numbers.values, key, ...values],
    };
  }

  private *unordered(key: number, numbers: Condition): Generator<readonly FeatureRow[], void, undefined> {
    const { text, values } = this.near(key, numbers, behindId(this.search.after));
    const across = new Set<number>();
    let rows: FeatureRow[] = [];
    for (const row of this.select(text).iterate(...this.plan.columns.values, ...values)) {
      if (isAcross(row)) {
        const number = row[column.number];
        if (across.has(number)) continue; // it has two boxes
        across.add(number);
      }
      if (rows.push(row) < STEP) continue;
      yield rows;
      rows = [];
    }
    yield rows;
  }

  /** The first rows of a source by id, in any order. A feature with two boxes may have two rows. */
  private firstById(key: number, numbers: Condition, size: number): FeatureRow[] {
    const { text, values } = this.near(key, numbers, behindId(this.search.after));
    const first = `(SELECT f.number FROM ${text} ORDER BY f.id LIMIT ?) AS first`;
    const rows = this.select(`${first} CROSS JOIN feature AS f ON f.number = first.number`);
    return rows.all(...this.plan.columns.values, ...values, size);
  }

  private *sorted(
    key: number,
    numbers: Condition,
    after: string | undefined,
  ): Generator<readonly FeatureRow[], void, undefined> {
    const behind = behindId(after);
    const find = this.connection.rows<[number: number, id: string]>(
      `SELECT f.number, f.id FROM (${numbers.text}) AS near CROSS JOIN feature AS f ON f.number = near.number
       WHERE f.content = ? AND ${behind.text}`,
    );
    const places: { readonly number: number; readonly id: string }[] = [];
    for (const [number, id] of find.iterate(...numbers.values, key, ...behind.values)) {
      places.push({ number, id });
      if (places.length % STEP === 0) yield [];
    }
    const ordered = sortedById(places, ({ id }) => id).map(({ number }) => number);
    yield* this.listed('f.number = wanted.value', [], ordered);
  }

  private *named(key: number, ids: readonly string[]): Generator<readonly FeatureRow[], void, undefined> {
    const behind = behindId(this.search.after);
    const ordered = sortedById([...ids], (id) => id);
    const condition = `f.content = ? AND f.id = wanted.value AND ${behind.text}`;
    yield* this.listed(condition, [key, ...behind.values], ordered);
  }

  private *listed(
    condition: string,
    values: readonly unknown[],
    wanted: readonly (string | number)[],
  ): Generator<readonly FeatureRow[], void, undefined> {
    const text = `json_each(?) AS wanted CROSS JOIN feature AS f WHERE ${condition} AND ${this.plan.prefilter.text}`;
    for (let start = 0; start < wanted.length; start += STEP) {
      const list = JSON.stringify(wanted.slice(start, start + STEP));
      yield this.ordered({ text, values: [list, ...values, ...this.plan.prefilter.values] });
    }
  }

  private *inOrder(
    key: number,
    membership: Membership | undefined,
  ): Generator<readonly FeatureRow[], void, undefined> {
    const { condition: isHeld = allOf([]), isDecided = false } = membership ?? {};
    if (isDecided) this.plan.narrow({ isByArea: false, isDecided });
    const area = this.plan.area === undefined || isDecided ? [] : [touches(this.plan.area)];
    let after: string | undefined = this.search.after;
    const isAll = this.isByBoxes && area.length === 0 && membership === undefined;
    let size = Math.min(STEP, isAll ? (this.search.limit ?? STEP) : STEP);
    do {
      const behind = behindId(after);
      const end = this.endOfStep(key, behind, size);
      const before: Condition = end === undefined ? allOf([]) : { text: 'f.id <= ?', values: [end] };
      const found = `SELECT f.number, f.id FROM feature AS f
        WHERE f.content = ? AND ${behind.text} AND ${before.text} AND ${isHeld.text}`;
      const { text, values } = allOf([this.plan.prefilter, ...area]);
      const rows = `(${found}) AS near CROSS JOIN feature AS f ON f.number = near.number WHERE ${text} ORDER BY near.id`;
      const given = [key, ...behind.values, ...before.values, ...isHeld.values, ...values];
      yield this.select(rows).all(...this.plan.columns.values, ...given);
      after = end;
      size = STEP;
    } while (after !== undefined);
  }

  private ordered({ text, values }: Condition): readonly FeatureRow[] {
    return sortedById(this.select(text).all(...this.plan.columns.values, ...values), idOf);
  }

  private select(from: string) {
    return this.connection.rows<FeatureRow>(`SELECT ${this.plan.columns.text} FROM ${from}`);
  }

  private endOfStep(key: number, { text, values }: Condition, size: number): string | undefined {
    const find = this.connection.rows<[id: string]>(
      `SELECT f.id FROM feature AS f WHERE f.content = ? AND ${text} ORDER BY f.id LIMIT 1 OFFSET ?`,
    );
    const [id] = find.get(key, ...values, size - 1) ?? [];
    return id;
  }
}

const behindId = (after: string | undefined): Condition =>
  after === undefined ? allOf([]) : { text: 'f.id > ?', values: [after] };
