import type { Comparison, FeatureCriteria, PropertyFilter } from '@cairn/spaces';
import {
  conjunctsOf,
  type Containment,
  HASH_FACTOR,
  LEAST_SIZE,
  MAX_LEVEL,
  specialMemberOf,
} from '@cairn/spaces/spi';
import { anyOf, type Condition } from '../rows/condition.js';

const operators: ReadonlyMap<Comparison['operator'], string> = new Map([
  ['equals', '='],
  ['greater', '>'],
  ['atLeast', '>='],
  ['less', '<'],
  ['atMost', '<='],
]);
const columns = { createdAt: 'f.created_at', updatedAt: 'f.updated_at', version: 'f.version' } as const;

const width = 'f.east - f.west + iif(f.west > f.east, 360, 0)';
const size = `coalesce(max(${width}, f.north - f.south, ${LEAST_SIZE}), ${LEAST_SIZE})`;
const levels = `min(${MAX_LEVEL}, CAST(log2(${size} / ${LEAST_SIZE}) AS INTEGER))`;
const chance = `((f.id_hash * ${HASH_FACTOR}) & 4294967295)`;

/** Whether a feature is at most of this level, by the rules of `featureLevel`. */
const isOfLevel = (maxLevel: number): Condition => ({
  text: `${chance} < (4 << (2 * (? + ${levels})))`,
  values: [maxLevel],
});

/**
 * Conditions that every feature meets that matches the part, the level and the filter. They decide the part and the
 * level. The filter must still be checked, but for most features that do not match the conditions rule it out.
 */
export function prefilter({ part, maxLevel, filter }: FeatureCriteria): readonly Condition[] {
  const conditions: Condition[] = filter === undefined ? [] : conjunctsOf(filter).flatMap(conditionOf);
  if (maxLevel !== undefined && maxLevel < MAX_LEVEL) conditions.unshift(isOfLevel(maxLevel));
  if (part === undefined) return conditions;
  return [{ text: 'f.id_hash % ? = ?', values: [part.of, part.index - 1] }, ...conditions];
}

/** The only ids that can match the filter, if it names any. */
export function namedIds(filter: PropertyFilter | undefined): readonly string[] | undefined {
  const parts = filter === undefined ? [] : conjunctsOf(filter);
  for (const part of parts) {
    if (part.kind !== 'compare' || part.operator !== 'equals' || specialMemberOf(part.path) !== 'id')
      continue;
    return part.values.filter((value) => value !== null).map(String);
  }
  return undefined;
}

function conditionOf(filter: PropertyFilter): readonly Condition[] {
  switch (filter.kind) {
    case 'compare':
      return comparison(filter);
    case 'contain':
      return mention(filter, specialMemberOf(filter.path) === 'tags' ? 'f.tags' : 'f.body');
    default:
      return [];
  }
}

function comparison(filter: Comparison): readonly Condition[] {
  const { path, operator, values } = filter;
  const special = specialMemberOf(path);
  if (special === undefined) return operator === 'equals' ? mention(filter, 'f.body') : [];
  if (special === 'id' || special === 'tags' || special === 'geometryType') return [];
  const sql = operators.get(operator);
  if (sql === undefined || values.some((value) => typeof value !== 'number')) return [];
  const text = `${columns[special]} ${sql} ?`;
  return [anyOf(values.map((value) => ({ text, values: [value] })))];
}

/** A text in a feature is in its body as JSON, in which each text has only one spelling. */
function mention(
  { path, values }: Comparison | Containment,
  column: 'f.body' | 'f.tags',
): readonly Condition[] {
  const isKept = column === 'f.tags' || specialMemberOf(path) === undefined;
  if (!isKept || values.some((value) => typeof value !== 'string')) return [];
  return [
    anyOf(values.map((value) => ({ text: `instr(${column}, ?) > 0`, values: [JSON.stringify(value)] }))),
  ];
}
