import { isDeepStrictEqual } from 'node:util';
import { percentEncode } from './naughty-strings.js';
import { isImport } from './checks.js';
import type { FuzzResponse } from './http-client.js';
import type { FuzzRequest } from './requests.js';

type Members = Readonly<Record<string, unknown>>;

const NAMESPACE = '@ns:com:here:xyz';
const OWN_ID = /^fuzzed-\d+$/;
/** A number that a double does not hold, as a member or an element. */
const LONG_NUMBER = /(?<=[:[,])-?\d{16,}(?=[,\]}])/g;

/** What an acknowledged write of features with ids of their own must have stored: each is read and compared. */
export async function roundTripFaults(
  request: FuzzRequest,
  response: FuzzResponse,
  read: (target: string) => Promise<FuzzResponse>,
): Promise<readonly string[]> {
  const { operation, target, body, headers } = request;
  if (response.status !== 200 || !operation.operationId.startsWith('putFeature')) return [];
  const space = target.replace(/\/features.*$/, '');
  const features = isImport(headers['content-type']) ? linesIn(body) : featuresIn(body);
  const answer = parsed(response.body);
  const left = (answer['errors'] ?? answer['failed'] ?? []) as readonly Members[];
  const failed = new Set(left.map(({ position }) => position));
  const faults: string[] = [];
  for (const [index, feature] of features.entries()) {
    if (failed.has(index)) continue;
    const id = operation.operationId === 'putFeature' ? (target.split('/').at(-1) ?? '') : feature['id'];
    if (typeof id !== 'string' || !OWN_ID.test(id)) continue;
    const stored = await read(`${space}/features/${percentEncode(id)}`);
    if (stored.status !== 200) faults.push(`an acknowledged feature answers ${stored.status}`);
    else if (!isDeepStrictEqual(contentOf(parsed(stored.body)), contentOf(feature)))
      faults.push('an acknowledged feature comes back different');
    else if (
      features.length === 1 &&
      !isPartlyReplaced(feature) &&
      longNumbers(body) !== longNumbers(stored.body)
    )
      faults.push('a long number comes back different');
  }
  return faults;
}

function featuresIn(body: Buffer = Buffer.alloc(0)): readonly Members[] {
  const sent = parsed(body);
  return Array.isArray(sent['features']) ? (sent['features'] as readonly Members[]) : [sent];
}

const linesIn = (body: Buffer = Buffer.alloc(0)): readonly Members[] =>
  body
    .toString()
    .split('\n')
    .map((line) => parsed(Buffer.from(line)));

/** Whether the service replaces members that may have numbers. */
const isPartlyReplaced = ({ id, bbox, properties }: Members): boolean =>
  typeof id === 'number' ||
  bbox !== undefined ||
  (typeof properties === 'object' && properties !== null && NAMESPACE in properties);

/** What is kept of a feature; members of which there is none are the same as those that are null or empty. */
function contentOf(feature: Members): unknown {
  const kept = Object.entries(feature).filter(
    ([name]) => !['type', 'id', 'bbox', 'geometry', 'properties'].includes(name),
  );
  const properties = Object.entries((feature['properties'] ?? {}) as Members).filter(
    ([name]) => name !== NAMESPACE,
  );
  return [kept.sort(byName), feature['geometry'] ?? null, properties.sort(byName)];
}

const byName = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number =>
  one < other ? -1 : 1;

const longNumbers = (bytes: Buffer | undefined): string =>
  (bytes?.toString().match(LONG_NUMBER) ?? []).sort().join();

/** The value of a JSON text, none of what is no JSON. The service does not tell -0 from 0. */
function parsed(bytes: Buffer): Members {
  try {
    return JSON.parse(bytes.toString(), (_, value: unknown) => (value === 0 ? 0 : value)) as Members;
  } catch {
    return {};
  }
}
