import { crsFault } from '@cairn/geometry';
import { InvalidInput } from '@cairn/kernel';
import type { FeatureInput, FeatureLimits, WriteRule } from '@cairn/spaces';
import { BodyTooLarge } from '../../bodies/body-too-large.js';
import { jsonOf } from '../../bodies/json-bytes.js';
import { scanItems } from './scan-items.js';

/** A longer text is a feature, because a collection without features is shorter. */
const MAX_EMPTY_COLLECTION = 64 * 1024;

/** Features to write, streamed in the order of the body. */
export interface FeatureSource {
  /** @throws {HttpError} {InvalidInput} for a body with invalid content, possibly only at its end. */
  readonly features: AsyncIterable<FeatureInput>;
  /** The JSON Pointer into the body of the feature with this index. */
  readonly pointerOf: (index: number) => string;
}

/** Passes the features through. @throws {BodyTooLarge} if there are more than `most`. */
export async function* atMost(
  features: AsyncIterable<FeatureInput>,
  most: number,
): AsyncGenerator<FeatureInput, void, undefined> {
  let count = 0;
  for await (const feature of features) {
    count += 1;
    if (count > most) throw new BodyTooLarge(`The body has more than ${most} features for one transaction`);
    yield feature;
  }
}

/** The features of a FeatureCollection, or a single one. */
export function featureBody(
  bytes: AsyncIterable<Uint8Array>,
  { rule, limits: { maxSizeInBytes } }: { readonly rule: WriteRule; readonly limits: FeatureLimits },
): FeatureSource {
  let isSingle = false;
  async function* features(): AsyncGenerator<FeatureInput, void, undefined> {
    const scan = { path: ['features'], maxItemLength: maxSizeInBytes, maxEnvelopeLength: maxSizeInBytes };
    const items = scanItems(bytes, scan);
    let item = await items.next();
    for (; item.done !== true; item = await items.next()) yield { text: item.value, rule };
    const { text, found } = item.value;
    if (found) assertCollection(jsonOf(text));
    else if (text.length > MAX_EMPTY_COLLECTION || !isEmptyCollection(jsonOf(text))) {
      isSingle = true;
      yield { text, rule, mayBeGeometry: true };
    }
  }
  return { features: features(), pointerOf: (index) => (isSingle ? '' : `/features/${index}`) };
}

/** The single feature of a body. @throws {HttpError} for invalid JSON. */
export async function* singleFeature(
  bytes: AsyncIterable<Uint8Array>,
  { limits: { maxSizeInBytes }, ...input }: Omit<FeatureInput, 'text'> & { readonly limits: FeatureLimits },
): AsyncGenerator<FeatureInput, void, undefined> {
  const scan = { path: [], maxItemLength: 0, maxEnvelopeLength: maxSizeInBytes };
  const { value } = await scanItems(bytes, scan).next();
  if (typeof value === 'string') return;
  const { text } = value;
  if (text.length <= MAX_EMPTY_COLLECTION) jsonOf(text); // throws if it is not JSON
  yield { text, ...input };
}

function isEmptyCollection(value: unknown): boolean {
  const { type, features } = membersOf(value);
  if (type === 'FeatureModificationList')
    throw InvalidInput.of(
      'modification-list',
      `A FeatureModificationList needs \`Content-Type: ${MODIFICATION_LIST}\`.`,
    );
  if (type !== 'FeatureCollection') return false;
  if (features === undefined || features === null) return true;
  throw notAnArray();
}

const notAnArray = (): InvalidInput =>
  new InvalidInput([{ pointer: '/features', code: 'invalid-type', detail: '`features` must be an array.' }]);

function assertCollection(value: unknown): void {
  const { type, features } = membersOf(value);
  if (!Array.isArray(features)) throw notAnArray();
  assertWgs84(value);
  if (type === 'FeatureCollection') return;
  throw new InvalidInput([
    {
      pointer: '/type',
      code: 'invalid-type',
      detail: '`type` must be `FeatureCollection` where there are `features`.',
    },
  ]);
}

/** @throws {InvalidInput} for a collection in another reference system. */
export function assertWgs84(collection: unknown, pointer = ''): void {
  const reason = crsFault(membersOf(collection)['crs']);
  if (reason === undefined) return;
  throw new InvalidInput([{ pointer: `${pointer}/crs`, code: 'invalid-crs', detail: `\`crs\` ${reason}.` }]);
}

/** The media type of a FeatureModificationList. */
export const MODIFICATION_LIST = 'application/vnd.here.feature-modification-list';

/** The members of a JSON object; empty for any other value. */
export function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}
