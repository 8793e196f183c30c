import type { Comparison, PropertyFilter, MemberPath } from '@cairn/spaces';
import { specialMemberOf, type Containment, type SpecialMember } from '@cairn/spaces/spi';
import { comparisonCondition, isPlainText, type ComparedMember } from './comparison-condition.js';
import { all, exactly, negated, some, UNKNOWN, type Bind, type Condition } from './condition.js';

const NO = exactly('FALSE');

/** Numbers that PostgreSQL and JavaScript parse to the same double, and that PostgreSQL parses without an error. */
const PLAIN_NUMBER = '^-?[0-9]{1,15}(\\.[0-9]{1,15})?$';

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

/** A member of the feature's text. */
function jsonMember(path: MemberPath, bind: Bind): ComparedMember {
  // `->` with a text never selects from an array, as `#>` would. `json` accepts numbers that `jsonb` rejects.
  const json = `((body || '}}}')::json${path.map((name) => ` -> ${bind(name)}::text`).join('')})`;
  const type = `json_typeof(${json})`;
  const text = `(${json} #>> '{}') COLLATE "C"`;
  const ofType = (name: string, condition: string): string =>
    `coalesce(CASE ${type} WHEN '${name}' THEN ${condition} END, FALSE)`;
  return {
    isNull: `coalesce(${type} = 'null', TRUE)`,
    text: (test) => exactly(ofType('string', test(text))),
    number: (test) => {
      const plain = `CASE WHEN ${text} ~ '${PLAIN_NUMBER}' THEN ${test(`(${text})::double precision`)}`;
      return {
        maybe: ofType('number', `${plain} ELSE TRUE END`),
        surely: ofType('number', `${plain} ELSE FALSE END`),
      };
    },
    is: (value) => exactly(ofType('boolean', `${text} = '${String(value)}'`)),
  };
}

/** The columns besides the body that SQL compares. */
function columnMember(member: SpecialMember): ComparedMember | undefined {
  switch (member) {
    case 'id':
      return { isNull: 'FALSE', text: (test) => exactly(test('id')), number: () => NO, is: () => NO };
    case 'createdAt':
      return numberColumn('created_at');
    case 'updatedAt':
      return numberColumn('updated_at');
    case 'version':
      return numberColumn('version');
    case 'tags':
    case 'geometryType':
      return undefined;
  }
}

function numberColumn(column: string): ComparedMember {
  return { isNull: 'FALSE', text: () => NO, number: (test) => exactly(test(column)), is: () => NO };
}
