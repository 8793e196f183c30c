import type { StatisticsResponse } from '@cairn/api-schema';
import { isCairnError } from '@cairn/client';
import { statisticsOf, type PropertyStatistics, type SampleStatistics } from '@cairn/map-style';
import { client } from '../../../api/client.ts';
import { SYSTEM } from '../../spaces/edit/feature-content.ts';
import type { Datatypes } from '../../spaces/filter/conditions.ts';
import { mainFacts } from '../../spaces/statistics/chart-properties.ts';
import { whereOf } from './layer-conditions.ts';
import type { DraftLayer } from './map-draft.ts';

type Properties = Readonly<Record<string, unknown>>;

/** What is known of the features of a layer. */
export interface LayerData {
  readonly statistics: SampleStatistics;
  /** The properties of some features, to show what a popup looks like. */
  readonly features: readonly Properties[];
  /** The types of properties, by their names; all of the space. */
  readonly datatypes: Datatypes;
  /** Whether the statistics are of all features, not of a sample. */
  readonly isWhole: boolean;
}

/** Enough for classes of numbers. */
const SAMPLE = 2_000;
/** A larger space is read at several places, as features that were made together have ids beside each other. */
const PARTS = 4;
/** Values of a property that are counted: more have no colors of their own. */
const TOP = 50;

/** The statistics of a space; `undefined` if the user may not read it. */
export async function readSpace(spaceId: string): Promise<StatisticsResponse | undefined> {
  try {
    return await client.call('GET /hub/spaces/{spaceId}/statistics', {
      params: { spaceId },
      query: { groupBy: 'f.geometry.type' },
    });
  } catch (error) {
    if (isCairnError(error, 'forbidden', 'not-found')) return undefined;
    throw error;
  }
}

/** What the features of a layer of a readable space are like. */
export async function readSpaceData(
  { space = '', filter }: Pick<DraftLayer, 'space' | 'filter'>,
  space_: StatisticsResponse,
): Promise<LayerData> {
  const total = space_.count.value;
  const features = await readSample(space, { where: whereOf(filter), total });
  const facts = mainFacts(space_.properties?.value ?? []);
  const read = statisticsOf(features.map((properties) => ({ geometry: null, properties })));
  return {
    statistics: { ...read, geometryTypes: shapesOf(space_) },
    features: features.slice(0, TOP),
    datatypes: new Map(facts.map(({ key, datatype }) => [key, datatype])),
    isWhole: total <= SAMPLE,
  };
}

/** What a map gives of its layer, of a space that the user may not read. */
export async function readLayerData(mapId: string, { id }: Pick<DraftLayer, 'id'>): Promise<LayerData> {
  const { features } = await client.call('GET /api/maps/{id}/layers/{layerId}/features', {
    params: { id: mapId, layerId: id },
    query: { limit: 1_000 },
  });
  const statistics = statisticsOf(features as Parameters<typeof statisticsOf>[0]);
  const known = features.map(({ properties }) => properties as Properties);
  const datatypes = statistics.properties.map(({ name, count, numbers }): [string, string] => [
    name,
    numbers === count && count > 0 ? 'number' : 'string',
  ]);
  return { statistics, features: known.slice(0, TOP), datatypes: new Map(datatypes), isWhole: false };
}

/** The most frequent values of a property of a layer, counted in all of its features. */
export async function readValues(
  { space = '', filter }: Pick<DraftLayer, 'space' | 'filter'>,
  name: string,
): Promise<PropertyStatistics['values']> {
  const { groups } = await client.call('GET /hub/spaces/{spaceId}/statistics', {
    params: { spaceId: space },
    query: { where: whereOf(filter), groupBy: `p.${name}`, top: TOP, fastMode: true },
  });
  return groups?.value ?? [];
}

interface Wanted {
  readonly where: ReturnType<typeof whereOf>;
  readonly total: number;
}

/** Without geometries, which may be long. */
async function readSample(spaceId: string, { where, total }: Wanted): Promise<readonly Properties[]> {
  const query = { where, selection: ['!geometry'] };
  const params = { spaceId };
  if (total <= SAMPLE || where !== undefined) {
    const route = 'GET /hub/spaces/{spaceId}/search';
    return propertiesIn(await client.call(route, { params, query: { ...query, limit: SAMPLE } }));
  }
  const parts = Array.from({ length: PARTS }, async (_, index) =>
    propertiesIn(
      await client.call('GET /hub/spaces/{spaceId}/iterate', {
        params,
        query: { ...query, limit: SAMPLE / PARTS, part: `${index + 1},${PARTS}` },
      }),
    ),
  );
  return (await Promise.all(parts)).flat();
}

const propertiesIn = ({ features }: { readonly features: readonly { readonly properties?: unknown }[] }) =>
  features.map(({ properties }): Properties => {
    const { [SYSTEM]: _, ...own } = (properties ?? {}) as Properties;
    return own;
  });

/** As GeoJSON spells them. */
const shapeNames: Readonly<Record<string, string>> = {
  point: 'Point',
  multipoint: 'MultiPoint',
  linestring: 'LineString',
  multilinestring: 'MultiLineString',
  polygon: 'Polygon',
  multipolygon: 'MultiPolygon',
};

const shapesOf = ({ groups }: StatisticsResponse): SampleStatistics['geometryTypes'] =>
  (groups?.value ?? []).map(({ value, count }) => ({
    name: shapeNames[String(value).toLowerCase()] ?? String(value),
    count,
  }));
