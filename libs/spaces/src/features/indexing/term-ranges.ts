import { compareTexts } from '@cairn/kernel';
import { type Comparison, type FilterValue, specialMemberOf } from '../searching/property-filter.js';
import { firstCharacters, type IndexTerm, MAX_TERM_LENGTH, numberTerm } from './index-term.js';

/** A range of terms by code points, from the first to before the second. */
export type TermRange = readonly [from: IndexTerm, before: IndexTerm];

/** Where an index has the values that meet a comparison. */
export interface TermRanges {
  /** Ascending, none touching the next. */
  readonly ranges: readonly TermRange[];
  /** The only terms in the ranges, if the comparison is with single values. */
  readonly terms?: readonly IndexTerm[] | undefined;
  /** Whether the comparison holds for everything in the ranges. */
  readonly isExact: boolean;
}

/** Of these, values that meet the comparison are beside each other in an index. */
type Operator = Exclude<Comparison['operator'], 'includes'>;

const EVERYTHING: TermRange = ['b', 't'];
/** The least character that a stored text can have. */
const LEAST = '\u0001';

/** `undefined` if an index does not help: it contains neither missing members nor texts that cannot be stored. */
export function termRangesOf({ path, operator, values }: Comparison): TermRanges | undefined {
  if (operator === 'includes') return undefined;
  if (specialMemberOf(path) !== undefined || !values.every(isComparable)) return undefined;
  if (operator === 'equals' && values.includes(null)) return undefined;
  const present = values.filter((value) => value !== null);
  if (operator !== 'notEquals') return joined(operator, present);
  const { ranges, isExact } = joined('equals', present);
  return { ranges: isExact ? complementOf(ranges) : [EVERYTHING], isExact };
}

function isComparable(value: FilterValue): boolean {
  if (typeof value === 'number') return !Number.isNaN(value);
  return typeof value !== 'string' || !/[\0\p{Cs}]/u.test(value);
}

function joined(operator: Operator, values: readonly FilterValue[]): TermRanges {
  const isExact = values.every((value) => typeof value !== 'string' || isWhole(value));
  const ranges = values.map((value) => rangeOf(operator, value)).filter((range) => range !== undefined);
  ranges.sort(([one], [other]) => compareTexts(one, other));
  const apart: TermRange[] = [];
  for (const [from, before] of ranges) {
    if (compareTexts(from, before) >= 0) continue;
    const last = apart.at(-1);
    if (last === undefined || compareTexts(last[1], from) < 0) apart.push([from, before]);
    else if (compareTexts(last[1], before) < 0) apart[apart.length - 1] = [last[0], before];
  }
  const terms = operator === 'equals' ? ranges.map(([from]) => from) : undefined;
  return { ranges: apart, terms, isExact };
}

function complementOf(ranges: readonly TermRange[]): readonly TermRange[] {
  const ends = [EVERYTHING[0], ...ranges.flat(), EVERYTHING[1]];
  const between: TermRange[] = [];
  for (let at = 0; at < ends.length; at += 2) between.push([ends[at] ?? '', ends[at + 1] ?? '']);
  return between.filter(([from, before]) => compareTexts(from, before) < 0);
}

function rangeOf(operator: Operator, value: FilterValue): TermRange | undefined {
  if (typeof value === 'number')
    return operator === 'startsWith'
      ? undefined
      : ordered(operator, { all: ['n', 'o'], start: numberTerm(value), end: numberTerm(value, 1) });
  if (typeof value === 'string') {
    const start = `s${firstCharacters(value)}`;
    if (operator === 'startsWith') return [start, afterAll(start)];
    const end = `${start}${LEAST}`;
    const isCut = !isWhole(value);
    const reach =
      isCut && operator === 'greater' ? 'atLeast' : isCut && operator === 'less' ? 'atMost' : operator;
    return ordered(reach, { all: ['s', 't'], start, end });
  }
  if (operator !== 'equals' || value === null) return undefined;
  return value ? ['b1', 'b2'] : ['b0', 'b1'];
}

function ordered(
  operator: Exclude<Operator, 'startsWith'>,
  { all, start, end }: { readonly all: TermRange; readonly start: string; readonly end: string },
): TermRange {
  const [least, most] = all;
  switch (operator) {
    case 'equals':
    case 'notEquals':
      return [start, end];
    case 'greater':
      return [end, most];
    case 'atLeast':
      return [start, most];
    case 'less':
      return [least, start];
    case 'atMost':
      return [least, end];
  }
}

/** Whether the term has the whole text, so that no longer text has the same term. */
const isWhole = (text: string): boolean =>
  text.length < MAX_TERM_LENGTH || [...text].length < MAX_TERM_LENGTH;

/** The first text after all texts that start like this. */
function afterAll(start: string): string {
  const characters = [...start];
  for (let last = characters.pop(); last !== undefined; last = characters.pop()) {
    const code = last.codePointAt(0) ?? 0;
    if (code < 0x10ffff)
      return characters.join('') + String.fromCodePoint(code === 0xd7ff ? 0xe000 : code + 1);
  }
  return EVERYTHING[1];
}
