import type { PageRequest } from '@cairn/kernel';
import type { NumberCondition, SpaceFilter } from '@cairn/spaces';
import type { SpacePattern, TextPattern } from '@cairn/spaces/spi';
import { BEFORE_OLDEST } from '../sql/listing.js';
import { selection } from '../sql/table.js';
import type { Statements } from '../sql/statements.js';
import { type SpaceLabel, SpaceSchema, type SpaceRow } from './space-schema.js';

/** Returns the placeholder for a value. Must be called in the order of the placeholders in the text. */
type Parameter = (value: unknown) => string;
type Condition = (parameter: Parameter) => string;

const columns = selection(SpaceSchema);

/** SQLite allows 500 parts of a UNION. With more owners than this, a branch each is rarely faster. */
const MAX_BRANCHES = 50;

/**
 * Selects spaces with one branch per owner, each in the order of an index, and merges them. Without ORDER BY in each
 * branch PostgreSQL would sort the whole branch. In SQL, because the query builder has no UNION.
 */
export async function selectSpaces(
  statements: Statements,
  filter: SpaceFilter,
  { limit, after = BEFORE_OLDEST }: PageRequest,
): Promise<readonly SpaceRow[]> {
  const values: unknown[] = [];
  const parameter: Parameter = (value) => statements.parameter(values.push(value) - 1);
  const others = allOf(conditionsOf(filter));
  const branches = reachesOf(filter).map(
    (reach, number) => `SELECT * FROM (
      SELECT ${columns()} FROM space
      WHERE ${reach(parameter)} AND ${others(parameter)}
        AND (created_at, id) > (${parameter(after.at)}, ${parameter(after.id)})
      ORDER BY created_at, id) AS branch${number}`,
  );
  if (branches.length === 0) return [];
  const all = `SELECT * FROM (${branches.join(' UNION ALL ')}) AS space
    ORDER BY "createdAt", "id" LIMIT ${parameter(limit)}`;
  return await statements.query<readonly SpaceRow[]>(all, values);
}

/** Conditions on owner and sharing. Every selected space meets exactly one of them. */
function reachesOf({ owner, among, orShared = false }: SpaceFilter): readonly Condition[] {
  const shared = orShared ? [isShared] : [];
  if (owner !== undefined) {
    const visible = among === undefined ? [] : [anyOf([...among.map(matching), ...shared])];
    return [allOf([(parameter) => `owner = ${parameter(owner)}`, ...visible])];
  }
  if (among === undefined) return [allOf([])];
  const owners = [...new Set(among.flatMap(ownerOf))].slice(0, MAX_BRANCHES);
  const others = among.filter((pattern) => !ownerOf(pattern).some((name) => owners.includes(name)));
  const rest = [...shared, ...others.map(matching)];
  const byOwner = owners.map(
    (name): Condition =>
      (parameter) =>
        `owner = ${parameter(name)}`,
  );
  if (rest.length === 0) return byOwner;
  const ofOthers = owners.map(
    (name): Condition =>
      (parameter) =>
        `owner <> ${parameter(name)}`,
  );
  return [...byOwner, allOf([anyOf(rest), ...ofOthers])];
}

function conditionsOf({ notOwner, tag, region, contentUpdatedAt = [] }: SpaceFilter): readonly Condition[] {
  return [
    ...(notOwner === undefined ? [] : [(parameter: Parameter) => `owner <> ${parameter(notOwner)}`]),
    ...(tag === undefined ? [] : [labelled('tag', { text: tag, isPrefix: false })]),
    ...(region === undefined ? [] : [labelled('region', { text: region, isPrefix: false })]),
    ...contentUpdatedAt.map((condition) => compared('content_updated_at', condition)),
  ];
}

const isShared: Condition = () => 'shared = 1';

/** The owner, if a pattern asks for an owner and nothing else. */
function ownerOf(pattern: SpacePattern): readonly string[] {
  const [part] = pattern;
  const isOwner = pattern.length === 1 && part?.attribute === 'owner' && !part.isPrefix;
  return isOwner ? [part.text] : [];
}

function matching(pattern: SpacePattern): Condition {
  return allOf(
    pattern.map((part) =>
      part.attribute === 'package' ? labelled('package', part) : textual(part.attribute, part),
    ),
  );
}

function labelled(kind: SpaceLabel['kind'], name: TextPattern): Condition {
  const named = textual('name', name);
  return (parameter) =>
    `id IN (SELECT space_id FROM space_label WHERE kind = '${kind}' AND ${named(parameter)})`;
}

/** Compares characters, because `LIKE` ignores case on SQLite. */
function textual(column: string, { text, isPrefix }: TextPattern): Condition {
  return isPrefix
    ? (parameter) => `substr(${column}, 1, ${[...text].length}) = ${parameter(text)}`
    : (parameter) => `${column} = ${parameter(text)}`;
}

function compared(column: string, { operator, values }: NumberCondition): Condition {
  const each = values.map(
    (value): Condition =>
      (parameter) =>
        `${column} ${operator} ${parameter(value)}`,
  );
  return operator === '!=' ? allOf(each) : anyOf(each);
}

function allOf(conditions: readonly Condition[]): Condition {
  return joined(conditions, { by: ' AND ', empty: 'TRUE' });
}

function anyOf(conditions: readonly Condition[]): Condition {
  return joined(conditions, { by: ' OR ', empty: 'FALSE' });
}

function joined(
  conditions: readonly Condition[],
  { by, empty }: { readonly by: string; readonly empty: string },
): Condition {
  const [only] = conditions;
  if (only === undefined) return () => empty;
  if (conditions.length === 1) return only;
  // By halves, because SQLite limits the depth of an expression to 1,000.
  const middle = Math.ceil(conditions.length / 2);
  const left = joined(conditions.slice(0, middle), { by, empty });
  const right = joined(conditions.slice(middle), { by, empty });
  return (parameter) => `(${left(parameter)}${by}${right(parameter)})`;
}
