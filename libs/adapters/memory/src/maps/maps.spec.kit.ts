import type { Grant } from '@cairn/access';
import { TrashRules } from '@cairn/kernel';
import {
  CreateMap,
  DeleteMap,
  ListMaps,
  OpenDefaultMap,
  OpenLayer,
  ReadMap,
  RestoreMap,
  SuggestStyles,
  UpdateMap,
  type LayerReader,
  type MapKey,
  type NewLayer,
  type OpenedLayer,
} from '@cairn/maps';
import {
  AnalyseFeatures,
  CountFeatures,
  DescribeMap,
  DrawTile,
  ExportFeatures,
  ownerCaller,
  ReadContentState,
  SearchFeatures,
  TileCache,
  TileRules,
  type Caller,
  type Space,
} from '@cairn/spaces';
import { aBatch, aFeature, aPoint, aSpace, writing } from '@cairn/testkit';
import { MemoryGrantRepository } from '../access/memory-grant-repository.js';
import { MemorySignInRecords } from '../access/memory-sign-in-records.js';
import { MemoryFeatureStore } from '../features/memory-feature-store.js';
import { MemoryTileDrawer } from '../features/memory-tile-drawer.js';
import { ManualClock } from '../kernel/manual-clock.js';
import { SequenceIdGenerator } from '../kernel/sequence-id-generator.js';
import { MemorySpaceRepository } from '../spaces/memory-space-repository.js';
import { MemoryMapRepository } from './memory-map-repository.js';

export const callerOf = (owner: string): Caller => ownerCaller({ owner, actor: `user:${owner}` });
export const alice = callerOf('alice');

/** Looks at the spaces of others that a role was given on, as the HTTP interface has it. */
export function grantedCaller(
  owner: string,
  space: Space,
  rights: readonly (keyof Caller['rights'])[],
): Caller {
  const own = callerOf(owner);
  const pattern = [
    { attribute: 'id', text: space.id, isPrefix: false },
    { attribute: 'owner', text: space.owner, isPrefix: false },
  ] as const;
  const granted = rights.map((right) => [right, [...(own.rights[right] ?? []), pattern]] as const);
  return { ...own, rights: { ...own.rights, ...Object.fromEntries(granted) } };
}

export const oneColor = { color: { by: 'one', color: '#336699' } } as const;

/** Trees of alice. What no map shows of them says so. */
export const trees = [
  aFeature('oak', {
    geometry: aPoint(8, 47),
    title: 'HIDDEN',
    properties: {
      name: 'Oak',
      height: 30,
      state: 'open',
      owner: 'HIDDEN-1',
      '@ns:com:here:xyz': { tags: ['hidden'] },
    },
  }),
  aFeature('ash', {
    geometry: aPoint(8.001, 47.001),
    properties: { name: 'Ash', height: 10, state: 'open', owner: 'HIDDEN-2', nested: { deep: 'HIDDEN' } },
  }),
  aFeature('OUTSIDE', {
    geometry: aPoint(9, 48),
    properties: { name: 'OUTSIDE', height: 99, state: 'closed', owner: 'OUTSIDE' },
  }),
];

export const open = {
  kind: 'compare',
  path: ['properties', 'state'],
  operator: 'equals',
  values: ['open'],
} as const;

/** A layer of the open trees, with their names and heights. */
export const openTrees = (space: Space, given: Partial<NewLayer> = {}): NewLayer => ({
  id: 'trees',
  title: 'Trees',
  space: space.id,
  filter: open,
  style: oneColor,
  popup: { title: '{name}', fields: [{ property: 'height' }] },
  ...given,
});

/** The use cases of maps over a space with trees. */
export async function openMaps() {
  const spaces = new MemorySpaceRepository();
  const features = new MemoryFeatureStore(spaces);
  const maps = new MemoryMapRepository();
  const grants = new MemoryGrantRepository(new MemorySignInRecords());
  const space = aSpace({ title: 'HIDDEN', description: 'HIDDEN', settings: { license: 'CC-BY-4.0' } });
  await spaces.add(space);
  const reading = { spaces, features };
  const common = { ...reading, maps, styles: new SuggestStyles({ features }), grants };
  const clock = new ManualClock(1_900_000_000_000);
  const ids = new SequenceIdGenerator();
  const making = { ...common, clock, ids };
  const opening = new OpenLayer({
    ...common,
    tiles: new DrawTile({
      ...reading,
      analytics: features,
      drawer: new MemoryTileDrawer(),
      cache: new TileCache(1_000_000),
      rules: new TileRules({}),
    }),
    search: new SearchFeatures(reading),
    count: new CountFeatures(reading),
    analyse: new AnalyseFeatures({ spaces, analytics: features }),
    exporting: new ExportFeatures(reading),
    describing: new DescribeMap(reading),
  });
  const create = new CreateMap(making);
  const plant = async (): Promise<void> => {
    await features.write(space.id, aBatch(trees.map((tree) => writing(tree))));
  };
  await plant();
  return {
    /** Removes the space, and makes another one with its id and the same trees. */
    remake: async (): Promise<void> => {
      await spaces.remove(space.id, () => undefined);
      await spaces.add(aSpace({ id: space.id }));
      await plant();
    },
    spaces,
    features,
    maps,
    grants,
    space,
    create,
    update: new UpdateMap(making),
    read: new ReadMap(common),
    list: new ListMaps({ maps }),
    remove: new DeleteMap({ ...making, trash: new TrashRules(7) }),
    restore: new RestoreMap({ maps }),
    openDefault: new OpenDefaultMap({ ...common, content: new ReadContentState(reading) }),
    /** The layer `trees` of a new map of alice. */
    layer: async (given: Partial<NewLayer> = {}): Promise<OpenedLayer> => {
      const map = await create.execute(alice, { title: 'Park', layers: [openTrees(space, given)] });
      return await opening.execute(map, 'trees');
    },
    openLayer: (key: MapKey, id = 'trees', reader?: LayerReader) => opening.execute(key, id, reader),
    give: async (
      role: Grant['role'],
      to = 'bob',
      resource: Grant['resource'] = { type: 'space', id: space.id },
    ) =>
      await grants.give({
        id: ids.next(22),
        accountId: 'alice',
        resource,
        to: { type: 'user', id: to },
        role,
        createdAt: clock.now(),
      }),
  };
}

/** All text of an answer in parts. */
export async function gathered(
  parts: AsyncIterable<string | Uint8Array | { readonly text: string }>,
): Promise<string> {
  let all = '';
  for await (const part of parts)
    all +=
      typeof part === 'string' ? part : 'text' in part ? part.text : Buffer.from(part).toString('latin1');
  return all;
}

export const world = { scheme: 'web-mercator', zoom: 0, x: 0, y: 0 } as const;

/** The texts in a tile of the world. */
export async function tileText(layer: OpenedLayer, of: 'features' | 'cells' = 'features'): Promise<string> {
  const answer = await (await layer.tile({ tile: world, of, buffer: 0 })).draw();
  return Buffer.from(answer?.tile.bytes ?? []).toString('latin1');
}
