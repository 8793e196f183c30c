import type { ParsedUrlQuery } from 'node:querystring';
import { FILTER_WORDS, operations, type Operation } from '@cairn/api-schema';
import { type Fault, InvalidInput } from '@cairn/kernel';
import { distance } from 'fastest-levenshtein';
import { faultAt } from '../messages/faults.js';

const isOfHub = ({ api }: Operation): boolean => api === 'spaces';
const namesOf = ({ query }: Operation): readonly string[] => Object.keys(query?.shape ?? {}).map(lower);
const lower = (name: string): string => name.toLowerCase();

/**
 * Parameters that do not narrow a request: those that clients of XYZ Hub send to any operation, and those that change
 * how features look, but not which ones are returned.
 */
const NARROW_NOTHING = new Set(
  [
    ...['access_token', 'clientId', 'skipCache', 'include_rights', 'includeRights', 'includeConnectors'],
    ...['selection', 'force2D', 'sort', 'clip', 'distance', 'margin', 'mode', 'vizSampling', 'fastMode', 'f'],
    ...['groupBy', 'top', 'histogram', 'bins', 'timeBuckets', 'interval', 'clustering', 'tweaks'],
    ...['addTags', 'removeTags', 'prefixId', 'transactional'],
  ].map(lower),
);

/** Every operation on features reads these, whether or not its schema has them. */
const READ_BY_ALL = ['version', 'versionref', 'context', 'dryrun'];

/** Parameters by which other services, or other versions of XYZ Hub, select features. */
const OF_OTHERS = [
  ...['author', 'startversion', 'endversion', 'starttime', 'endtime', 'pagetoken', 'refcatalogid'],
  ...['bbox', 'box', 'bounds', 'extent', 'geometry', 'polygon', 'within', 'intersects', 'near', 'cell', 'h3'],
  ...['latitude', 'longitude', 'lng', 'long', 'ids', 'featureid', 'featureids', 'name', 'property'],
  ...['filter', 'filters', 'where', 'query', 'q', 'cql', 'search', 'properties', 'datetime', 'from', 'to'],
  ...[
    'title',
    'description',
    'shared',
    'packages',
    'license',
    'createdat',
    'updatedat',
    'active',
    'readonly',
  ],
  ...['max', 'maxfeatures', 'count', 'size', 'pagesize', 'per_page', 'page', 'offset', 'skip', 'start'],
];

/** Parameters that select features or spaces in some operation of the hub. */
const CONDITIONS = [
  ...new Set(operations.filter(isOfHub).flatMap(namesOf)),
  ...['e', 'ne', 'cr', 'versionref', 'context'],
].filter((name) => !NARROW_NOTHING.has(name) && !/[.]/.test(name));

/** Member filters, and dotted names whose first part is the name of a parameter. */
const FILTER = /^[pf]\./;
const IN_PARTS = /^(?:clustering|tweaks)\./;

/** An operator within a name, or at the start of a value: `beds>5`, `beds=gte=5`. */
const OPERATOR_IN_NAME = /[^\w-]/;
const OPERATOR_IN_VALUE = new RegExp(`^(?:[=<>!^@~]|(?:${FILTER_WORDS.join('|')})=)`, 'i');

const known = new WeakMap<Operation, ReadonlySet<string>>();

/**
 * Refuses parameters that may be meant to narrow a request and would be ignored: conditions of other operations,
 * misspelt names, and names or values with an operator. A deletion accepts no unknown parameters at all. All other
 * unknown parameters are ignored, as in XYZ Hub.
 * @throws {InvalidInput} with the name of each.
 */
export function refuseUnknownConditions(operation: Operation, query: ParsedUrlQuery): void {
  if (!isOfHub(operation)) return;
  let faults: Fault[] | undefined;
  for (const sent in query) {
    const name = lower(sent);
    if (NARROW_NOTHING.has(name) || !mayNarrow(operation, name, query[sent])) continue;
    const rule = `is no parameter of this operation${hintFor(operation, name)}`;
    (faults ??= []).push(faultAt([sent], 'unknown-parameter', rule));
  }
  if (faults !== undefined) InvalidInput.throwIfAny(faults);
}

function mayNarrow(operation: Operation, name: string, value: string | readonly string[] = ''): boolean {
  const names = knownNames(operation);
  if (names.has(name) || name === '') return false;
  if (FILTER.test(name)) return !names.has('p.name');
  // An operator may follow the name: `contentUpdatedAt>=5`.
  if (names.has('contentupdatedat') && /^contentupdatedat\W/.test(name)) return false;
  if (operation.method === 'delete') return true;
  if (IN_PARTS.test(name)) return false;
  return (
    CONDITIONS.includes(name) ||
    OF_OTHERS.includes(name) ||
    OPERATOR_IN_NAME.test(name) ||
    [value].flat().some((one) => OPERATOR_IN_VALUE.test(one)) ||
    CONDITIONS.some((condition) => isMisspelt(name, condition))
  );
}

function knownNames(operation: Operation): ReadonlySet<string> {
  const names = known.get(operation) ?? new Set([...namesOf(operation), ...READ_BY_ALL]);
  known.set(operation, names);
  return names;
}

function hintFor(operation: Operation, name: string): string {
  const names = knownNames(operation);
  const meant = [...names].find((one) => isMisspelt(name, one));
  if (meant !== undefined) return `: \`${meant}\` is one`;
  return names.has('p.name') ? '; a filter by a property is written like `p.name=value`' : '';
}

/**
 * Whether the name differs from the right one by an additional letter, a missing one, a different one after the first,
 * or two swapped ones.
 */
function isMisspelt(name: string, right: string): boolean {
  if (right.length < 3 || Math.abs(name.length - right.length) > 1) return false;
  const letters = distance(name, right);
  if (letters === 1) return name.length !== right.length || name[0] === right[0];
  return letters === 2 && [...name].sort().join() === [...right].sort().join();
}
