import type { Comparison, PropertyFilter } from '@cairn/spaces';
import { specialMemberOf, type Containment } from '@cairn/spaces/spi';
import { columnMember, jsonMember } from './compared-members.js';
import { comparisonCondition, isPlainText } from './comparison-condition.js';
import { all, exactly, negated, some, UNKNOWN, type Bind, type Condition } from './condition.js';

/** `MIN_ARRAY_SIZE_FOR_HASHED_SAOP` of PostgreSQL. */
const HASHED_VALUES = 9;

/** With more values, searching for each one takes as long as parsing. */
const MAX_MENTIONED = 8;

/** A filter in SQL over the columns of `feature`. */
export function filterCondition(filter: PropertyFilter, bind: Bind): Condition {
  switch (filter.kind) {
    case 'and':
      return all(filter.filters.map((part) => filterCondition(part, bind)));
    case 'or':
      return some(filter.filters.map((part) => filterCondition(part, bind)));
    case 'not':
      return negated(filterCondition(filter.filter, bind));
    case 'compare':
      return comparison(filter, bind);
    case 'contain':
      return specialMemberOf(filter.path) === 'tags' ? tagged(filter, bind) : containment(filter, bind);
  }
}

function comparison({ path, operator, values }: Comparison, bind: Bind): Condition {
  const special = specialMemberOf(path);
  const member = special === undefined ? jsonMember(path, bind) : columnMember(special);
  if (member === undefined) return UNKNOWN;
  const asIds = values.map((value) => (value === null ? null : String(value)));
  const condition = comparisonCondition(
    { kind: 'compare', operator, values: special === 'id' ? asIds : values },
    member,
    bind,
  );
  const texts = values.filter(isPlainText);
  const isMentioned = special === undefined && operator === 'equals' && texts.length === values.length;
  if (!isMentioned || texts.length > MAX_MENTIONED) return condition;
  // PostgreSQL checks the cheap condition first, and then parses only the bodies that contain a value.
  return all([some(texts.map((text) => exactly(mentions(text, bind)))), condition]);
}

/** A text in a member is also in the body, in the same spelling. */
const mentions = (text: string, bind: Bind): string =>
  `strpos(body, ${bind(JSON.stringify(text))}::text) > 0`;

function tagged({ values }: Containment, bind: Bind): Condition {
  const single = values.filter(isPlainText);
  const others = values.filter((value) => !isPlainText(value));
  return some([
    ...(single.length > 1 ? [taggedAny(single, bind)] : single.map((tag) => taggedAll([tag], bind))),
    ...others.map((value) =>
      Array.isArray(value) && value.every(isPlainText) ? taggedAll(value, bind) : UNKNOWN,
    ),
  ]);
}

const taggedAll = (tags: readonly string[], bind: Bind): Condition =>
  exactly(`coalesce(tags, '{}') @> ${bind(tags)}::text[]`);

/** `&&` compares each value with each tag of each feature. With ANY, this many values are hashed once. */
const taggedAny = (tags: readonly string[], bind: Bind): Condition =>
  exactly(
    tags.length < HASHED_VALUES
      ? `coalesce(tags, '{}') && ${bind(tags)}::text[]`
      : `EXISTS (SELECT FROM unnest(tags) AS tag WHERE tag = ANY(${bind(tags)}::text[]))`,
  );

function containment({ path, values }: Containment, bind: Bind): Condition {
  if (specialMemberOf(path) !== undefined) return UNKNOWN;
  return some(
    values.map((value) => {
      const found = textsIn(value).map((text) => mentions(text, bind));
      return { ...UNKNOWN, maybe: ['TRUE', ...found].join(' AND ') };
    }),
  );
}

/** The texts and member names in a value. */
function textsIn(value: unknown): readonly string[] {
  if (isPlainText(value)) return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flat().flatMap(textsIn);
}
