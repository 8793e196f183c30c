import {
  ManualClock,
  MemoryFeatureReader,
  MemoryFeatureStore,
  MemoryGrantRepository,
  MemoryMapRepository,
  MemorySignInRecords,
  MemorySpaceRepository,
  MemoryTileDrawer,
  SequenceIdGenerator,
} from '@cairn/adapter-memory';
import { popupOf } from '@cairn/map-style';
import { CreateMap, OpenLayer, SuggestStyles, UpdateMap } from '@cairn/maps';
import {
  AnalyseFeatures,
  CountFeatures,
  CreateSpace,
  DescribeMap,
  DrawTile,
  ExportFeatures,
  FeatureRules,
  ownerCaller,
  SearchFeatures,
  SpaceStorage,
  TileCache,
  TileRules,
  WriteFeatures,
} from '@cairn/spaces';

const tree = (id: string, height: number): string =>
  JSON.stringify({
    type: 'Feature',
    id,
    geometry: { type: 'Point', coordinates: [8.5, 47.25] },
    properties: { name: id.toUpperCase(), height, planter: 'somebody' },
  });
const rule = { onExists: 'replace', onNotExists: 'create', onConflict: 'error' } as const;
const tall = { kind: 'compare', path: ['properties', 'height'], operator: 'atLeast', values: [20] } as const;

/** Shows the tall trees of a space by a map, without HTTP. Returns what a reader of the map gets. */
export async function treeMap(): Promise<unknown> {
  const clock = new ManualClock(1_000_000_000_000);
  const ids = new SequenceIdGenerator();
  const spaces = new MemorySpaceRepository();
  const features = new MemoryFeatureStore(spaces);
  const maps = new MemoryMapRepository();
  const grants = new MemoryGrantRepository(new MemorySignInRecords());
  const storage = new SpaceStorage('memory');
  const reader = new MemoryFeatureReader(ids);
  const rules = new FeatureRules({});
  const ports = { spaces, features, maps, grants, storage, clock, ids, reader, rules };
  const park = ownerCaller({ owner: 'park', actor: 'user:park' });

  const { id: space } = await new CreateSpace(ports).execute(park, { title: 'Trees', description: '' });
  const given = [tree('oak', 30), tree('ash', 10)].map((text) => ({ text, rule }));
  await new WriteFeatures(ports).execute(park, space, {
    features: given,
    onFailure: 'rollback',
    returning: 'ids',
  });

  const popup = { title: '{name}', fields: [{ property: 'height', name: 'Height in m' }] };
  const style = { color: { by: 'one', color: '#1b7837' } } as const;
  const layer = { id: 'tall', title: 'Tall trees', space, filter: tall, style, popup };
  const styles = new SuggestStyles(ports);
  const map = await new CreateMap({ ...ports, styles }).execute(park, { title: 'Park', layers: [layer] });
  await new UpdateMap({ ...ports, styles }).execute(park, map, { description: 'Of the town', version: 1 });

  const tileRules = new TileRules({});
  const cache = new TileCache(1_000_000);
  const opened = await new OpenLayer({
    ...ports,
    styles,
    tiles: new DrawTile({
      ...ports,
      analytics: features,
      drawer: new MemoryTileDrawer(),
      cache,
      rules: tileRules,
    }),
    search: new SearchFeatures(ports),
    count: new CountFeatures(ports),
    analyse: new AnalyseFeatures({ spaces, analytics: features }),
    exporting: new ExportFeatures(ports),
    describing: new DescribeMap(ports),
  }).execute(map, 'tall');
  const found: unknown[] = [];
  for await (const { text } of await opened.search({ limit: 10 })) found.push(JSON.parse(text));
  const forbidden = await opened
    .count({ filter: { ...tall, path: ['properties', 'planter'] } })
    .catch(codeOf);
  return {
    found,
    count: await opened.count(),
    forbidden,
    popup: popupOf(popup, { name: 'OAK', height: 30 }),
  };
}

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : error);
