import { InvalidInput, type Fault } from '@cairn/kernel';
import type { FeatureInput, FeatureLimits, WriteRule } from '@cairn/spaces';
import { jsonOf } from '../../bodies/json-bytes.js';
import { TimeSlice } from '../../messages/time-slice.js';
import { assertWgs84, membersOf, type FeatureSource } from './feature-body.js';
import { scanBytes, scanItems, type Envelope } from './scan-items.js';
import { writeRule } from './write-rule.js';

const CHUNK_BYTES = 64 * 1024;
const MAX_ENVELOPE_BYTES = 1024 * 1024;

const words = {
  onExists: 'onFeatureExists',
  onNotExists: 'onFeatureNotExists',
  onConflict: 'onMergeConflict',
};

const ruleNames = new Set(Object.values(words));

interface ListOptions {
  /** Added to the rule of every modification. */
  readonly tags: Pick<WriteRule, 'addTags' | 'removeTags'>;
  readonly limits: FeatureLimits;
  readonly maxBytes: number;
}

/** The features of a FeatureModificationList, and the deletions by its `featureIds`. */
export function modificationList(bytes: AsyncIterable<Uint8Array>, options: ListOptions): FeatureSource {
  const pointers: string[] = [];
  async function* features(): AsyncGenerator<FeatureInput, void, undefined> {
    const scan = {
      path: ['modifications'],
      maxItemLength: options.maxBytes,
      maxEnvelopeLength: MAX_ENVELOPE_BYTES,
    };
    const items = scanBytes(bytes, scan);
    let index = 0;
    let item = await items.next();
    for (; item.done !== true; item = await items.next()) {
      for await (const { input, pointer } of modification(item.value, `/modifications/${index}`, options)) {
        pointers.push(pointer);
        yield input;
      }
      index += 1;
    }
    const { type, modifications } = membersOf(jsonOf(item.value.text));
    if (type !== 'FeatureModificationList') throw fault('/type', '`type` must be `FeatureModificationList`.');
    if (!item.value.found && modifications !== undefined)
      throw fault('/modifications', '`modifications` must be an array.');
  }
  return { features: features(), pointerOf: (index) => pointers[index] ?? '' };
}

interface PlacedInput {
  readonly input: FeatureInput;
  readonly pointer: string;
}

async function* modification(
  bytes: Uint8Array,
  pointer: string,
  { tags, limits }: ListOptions,
): AsyncGenerator<PlacedInput, void, undefined> {
  const scan = {
    path: ['featureData', 'features'],
    maxItemLength: limits.maxSizeInBytes,
    maxEnvelopeLength: MAX_ENVELOPE_BYTES,
  };
  const texts: string[] = [];
  const items = scanItems(chunksOf(bytes), scan);
  let item = await items.next();
  for (; item.done !== true; item = await items.next()) texts.push(item.value);
  const members = modificationMembers(item.value, pointer);
  const rule = { ...ruleOf(members, pointer), ...tags };
  const slice = new TimeSlice();
  for (const [index, feature] of texts.entries()) {
    await slice.next();
    yield { input: { text: feature, rule }, pointer: `${pointer}/featureData/features/${index}` };
  }
  const deletion: WriteRule = { ...rule, onNotExists: rule.onNotExists === 'error' ? 'error' : 'retain' };
  for (const [index, id] of idsOf(members, rule, pointer).entries()) {
    await slice.next();
    yield {
      input: { text: JSON.stringify({ id }), rule: deletion },
      pointer: `${pointer}/featureIds/${index}`,
    };
  }
}

/** @throws {InvalidInput} for an invalid modification, and for features that would be ignored. */
function modificationMembers({ text, found }: Envelope, pointer: string): Readonly<Record<string, unknown>> {
  const value = jsonOf(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw fault(pointer, 'A modification must be an object.');
  const members = membersOf(value);
  const unknown = Object.keys(members).find((name) => /^on/i.test(name) && !ruleNames.has(name));
  if (unknown !== undefined)
    throw fault(`${pointer}/${unknown}`, `A modification has the rules ${[...ruleNames].join(', ')}.`);
  if (members['type'] !== 'FeatureModification')
    throw fault(`${pointer}/type`, '`type` must be `FeatureModification`.');
  const data = members['featureData'] ?? undefined;
  const { type, features = null } = membersOf(data);
  assertWgs84(data, `${pointer}/featureData`);
  if (data === undefined || (type === 'FeatureCollection' && (found || features === null))) return members;
  throw fault(`${pointer}/featureData`, '`featureData` must be a FeatureCollection.');
}

/** @throws {InvalidInput} */
function ruleOf(members: Readonly<Record<string, unknown>>, pointer: string): WriteRule {
  try {
    const [onExists, onNotExists] = [members['onFeatureExists'], members['onFeatureNotExists']];
    return writeRule({ onExists, onNotExists, onConflict: members['onMergeConflict'] }, words);
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    throw new InvalidInput(error.listed.map((each): Fault => ({ ...each, pointer: pointer + each.pointer })));
  }
}

/** @throws {InvalidInput} */
function idsOf(
  { featureIds }: Readonly<Record<string, unknown>>,
  rule: WriteRule,
  pointer: string,
): readonly unknown[] {
  if (featureIds === undefined || featureIds === null) return [];
  const place = `${pointer}/featureIds`;
  if (!Array.isArray(featureIds)) throw fault(place, '`featureIds` must be an array.');
  if (featureIds.length > 0 && rule.onExists !== 'delete')
    throw fault(place, '`featureIds` can only be deleted: set `onFeatureExists` to `delete`.');
  const inexact = featureIds.findIndex((id) => Number.isInteger(id) && !Number.isSafeInteger(id));
  if (inexact >= 0) throw fault(`${place}/${inexact}`, 'An id with so many digits must be in quotes.');
  return featureIds as readonly unknown[];
}

async function* chunksOf(bytes: Uint8Array): AsyncGenerator<Uint8Array, void, undefined> {
  for (let start = 0; start < bytes.length; start += CHUNK_BYTES)
    yield bytes.subarray(start, start + CHUNK_BYTES);
}

const fault = (pointer: string, detail: string): InvalidInput =>
  new InvalidInput([{ pointer, code: 'invalid-modification', detail }]);
