import { type Fault, InvalidInput } from '@cairn/kernel';
import { rightsOn, type Caller } from '@cairn/spaces';
import type { SpaceRepository } from '@cairn/spaces/spi';
import { isUser, mayShare } from './share-spaces.js';
import { findSpace } from './find-map.js';
import { showsOnlyCells, shownProperties } from './parse-layer.js';
import type { MapLayer, WebMap } from './web-map.js';

/** The layers of a map before and after somebody changes it. */
interface Placing {
  readonly caller: Caller;
  /** Of the map. */
  readonly owner: string;
  readonly layers: readonly MapLayer[];
  readonly former?: WebMap['layers'] | undefined;
}

/**
 * The layers, with who vouches for their spaces. A layer that shows more than before, or something else, needs a right on
 * its space: to share it, where everybody who reads the map would see it; else to read it.
 * @throws {InvalidInput} with a fault for every layer whose space the caller may not put into the map.
 */
export async function placeLayers(
  spaces: SpaceRepository,
  { caller, owner, layers, former = [] }: Placing,
): Promise<readonly MapLayer[]> {
  const known = new Map(former.map((layer) => [layer.id, layer]));
  const faults: Fault[] = [];
  const placed: MapLayer[] = [];
  for (const [index, layer] of layers.entries()) {
    const before = known.get(layer.id);
    if (before !== undefined && !showsMore(layer, before)) {
      placed.push(vouched(layer, before));
      continue;
    }
    const space = await findSpace(spaces, layer.space);
    const isReadable = space !== undefined && rightsOn(caller, space).includes('readFeatures');
    if (!isReadable || (space.owner === owner && !mayShare(caller, space)))
      faults.push({ pointer: `/layers/${index}/space`, ...(isReadable ? NOT_SHARED : UNKNOWN) });
    else {
      const { actor = '' } = caller;
      const isVouched = space.owner !== owner && isUser(actor) && mayShare(caller, space);
      placed.push(
        vouched(layer, { sharedBy: isVouched ? actor : undefined, spaceCreatedAt: space.createdAt }),
      );
    }
  }
  InvalidInput.throwIfAny(faults);
  return placed;
}

/** Spaces of which the caller may know nothing look like those that do not exist. */
const UNKNOWN = { code: 'unknown-space', detail: 'There is no such space, or not for you.' };
const NOT_SHARED = { code: 'not-shared', detail: 'Only who may share this space puts it into a map.' };

function showsMore(layer: MapLayer, before: MapLayer): boolean {
  if (layer.space !== before.space || !isSame(layer.filter, before.filter)) return true;
  if (showsOnlyCells(before) && !showsOnlyCells(layer)) return true;
  const shown = shownProperties(before);
  return [...shownProperties(layer)].some((name) => !shown.has(name));
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The layer, with who vouches for which space. */
function vouched(
  { sharedBy: _, spaceCreatedAt: __, ...layer }: MapLayer,
  { sharedBy, spaceCreatedAt }: Pick<MapLayer, 'sharedBy' | 'spaceCreatedAt'>,
): MapLayer {
  return {
    ...layer,
    ...(sharedBy !== undefined && { sharedBy }),
    ...(spaceCreatedAt !== undefined && { spaceCreatedAt }),
  };
}
