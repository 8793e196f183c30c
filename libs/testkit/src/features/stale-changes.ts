import { assert } from '../assert.js';
import { NAMESPACE, type WriteRule } from '@cairn/spaces';
import type { FeatureModification } from '@cairn/spaces/spi';
import { aSpace } from '../builders.js';
import {
  DELETE,
  openedSpace,
  PATCH,
  PUT,
  type OpenedSpace,
  valueOf,
  writing,
  type FeatureStorePorts,
} from './feature-store-ports.js';

export const MERGE: WriteRule = { ...PUT, onExists: 'merge' };

const CREATED = 4;
const CHANGED = 6;
/** Those of a space that never was so far, and those of one that was empty, are among them. */
const BASES = [0, 1, 3, 4, 5, 6, 7, 99];

interface Row {
  readonly id: string;
  readonly base: number;
  readonly rule: WriteRule;
}

/** Changes features that were made at one version and changed at a later one, from every version on and in every way. */
export async function assertChanges(
  ports: FeatureStorePorts,
  { versionsToKeep, later }: { readonly versionsToKeep: number; readonly later: number },
): Promise<void> {
  const space = await openKeeping(ports, versionsToKeep);
  const rows = BASES.flatMap((base) =>
    [PUT, PATCH, MERGE, DELETE].map((rule): Row => ({ id: `${rule.onExists} of ${base}`, base, rule })),
  );
  let at = 0;
  const others = async (count: number) => {
    for (let left = count; left > 0; left -= 1) await space.write([of('other', { at: (at += 1) })]);
  };
  await others(CREATED - 1);
  await space.write(rows.map(({ id }) => of(id, { x: 1, y: 1 })));
  await others(CHANGED - CREATED - 1);
  await space.write(rows.map(({ id }) => of(id, { y: 2 }, { rule: PATCH })));
  await others(later);
  const changes = rows.map(({ id, base, rule }) => of(id, { x: 2, y: 1 }, { base, rule }));
  const { updated, deleted, failed } = await space.write(changes, { onFailure: 'skip' });
  const isKept = versionsToKeep > 1 && CHANGED + later - versionsToKeep < CHANGED;
  const succeeds = ({ base, rule }: Row): boolean =>
    base >= CHANGED || (isKept && base >= CREATED && (rule === PATCH || rule === MERGE));
  const told = (some: readonly Row[]): readonly string[] => some.map(({ id }) => id).sort();
  const given = `${versionsToKeep} kept, ${later} later`;
  assert.deepEqual([...updated, ...deleted].sort(), told(rows.filter(succeeds)), given);
  assert.deepEqual(failed.map(({ id = '' }) => id).sort(), told(rows.filter((row) => !succeeds(row))), given);
  assert.ok(failed.every(({ reason }) => reason === 'version-conflict'));
}

/** A new space that keeps so many versions. */
export async function openKeeping(
  ports: FeatureStorePorts,
  versionsToKeep: number | undefined,
): Promise<OpenedSpace> {
  const client = { note: 'NUL: \0, half a pair: \ud800' }; // not every database reads such JSON
  const space = aSpace({ settings: versionsToKeep === undefined ? { client } : { client, versionsToKeep } });
  await ports.spaces.add(space);
  return openedSpace(ports, space.id);
}

interface Given {
  /** The version that the writer has changed. */
  readonly base?: number;
  readonly tags?: readonly string[];
  readonly rule?: WriteRule;
}

/** Writes a feature, of the version that its writer had. */
export function of(
  id: string,
  properties: Readonly<Record<string, unknown>>,
  { base, tags, rule = PUT }: Given = {},
): FeatureModification {
  const known = { ...(base === undefined ? {} : { version: base }), ...(tags === undefined ? {} : { tags }) };
  return writing({ type: 'Feature', id, properties: { ...properties, [NAMESPACE]: known } }, rule);
}

/** Those of a stored feature, with its tags. */
export async function propertiesOf(
  space: OpenedSpace,
  id: string,
): Promise<Readonly<Record<string, unknown>>> {
  const text = (await space.texts()).find((one) => valueOf(one)['id'] === id) ?? '{}';
  const { properties } = valueOf(text) as { properties: Record<string, { tags?: readonly string[] }> };
  const { [NAMESPACE]: known, ...own } = properties;
  return known?.tags === undefined ? own : { ...own, tags: known.tags };
}

export const reasons = ({ failed }: Awaited<ReturnType<OpenedSpace['write']>>): readonly string[] =>
  failed.map(({ reason }) => reason);
