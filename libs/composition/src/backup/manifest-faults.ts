/** How many files, deleted images and lost blobs a manifest lists at most. The blobs themselves have a list of their own. */
export const MAX_ENTRIES = 100_000;

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === 'string';
const isCount: Check = (value) => Number.isSafeInteger(value) && Number(value) >= 0;
const isTime: Check = (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value));
const isHash: Check = (value) => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);

/** A path that stays below the folder it is relative to, on every system. */
const isPath: Check = (value) =>
  typeof value === 'string' && /^(?!.*\.\.)[\w.-]+(?:[\\/][\w.-]+)*$/.test(value);

const oneOf =
  (...values: readonly string[]): Check =>
  (value) =>
    typeof value === 'string' && values.includes(value);

const listOf =
  (isOne: Check, max: number): Check =>
  (value) =>
    Array.isArray(value) && value.length <= max && value.every(isOne);

const objectOf = (members: Readonly<Record<string, Check>>): Check => {
  const checks = Object.entries(members);
  return (value) => {
    if (!isObject(value)) return false;
    const given = new Map<string, unknown>(Object.entries(value));
    return checks.every(([name, check]) => check(given.get(name)));
  };
};

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);

const countsByName: Check = (value) => isObject(value) && Object.values(value).every(isCount);

const digest = { sha256: isHash, sizeInBytes: isCount };
const image = {
  key: isText,
  owner: isText,
  imageId: isText,
  place: oneOf('catalog', 'trash', 'contributions'),
};

const members: Readonly<Record<string, Check>> = {
  format: isCount,
  name: isText,
  version: isText,
  startedAt: isTime,
  endedAt: isTime,
  database: objectOf({
    kind: oneOf('sqlite', 'postgres'),
    installation: isText,
    migrations: listOf(isText, MAX_ENTRIES),
    tables: countsByName,
    images: countsByName,
  }),
  files: listOf(objectOf({ path: isPath, ...digest }), MAX_ENTRIES),
  blobs: objectOf({ count: isCount, sizeInBytes: isCount }),
  removed: listOf(objectOf(image), MAX_ENTRIES),
  faults: listOf(
    objectOf({ ...image, problem: oneOf('missing', 'damaged'), found: optional(objectOf(digest)) }),
    MAX_ENTRIES,
  ),
};

/** What is wrong with a value that was read as a manifest, as a phrase; `undefined` if nothing is. */
export function faultOfManifest(value: unknown): string | undefined {
  if (!isObject(value)) return 'is no object';
  const given = new Map<string, unknown>(Object.entries(value));
  for (const [name, check] of Object.entries(members)) {
    const member = given.get(name);
    if (Array.isArray(member) && member.length > MAX_ENTRIES) return `has more than ${MAX_ENTRIES} ${name}`;
    if (!check(member)) return `has \`${name}\` in a form that none has`;
  }
  return undefined;
}

/** Whether something is a line of the list of blobs. */
export const isNeededBlob: Check = objectOf({ ...image, ...digest, contentType: isText });
