import { MemoryFeatureReader, MemoryFeatureStore, MemorySpaceRepository } from '@cairn/adapter-memory';
import type { BoundingBox, Feature, Geometry } from '@cairn/geometry';
import type { Clock, IdGenerator, Timer } from '@cairn/kernel';
import {
  CountFeatures,
  CreateSpace,
  ExportFeatures,
  FeatureRules,
  ImportFeatures,
  NearestFeatures,
  ownerCaller,
  SearchFeatures,
  SpaceStorage,
  WriteFeatures,
  type FeatureCriteria,
  type ImportReport,
  type NearestQuery,
} from '@cairn/spaces';

const club = ownerCaller({ owner: 'club' });
const replacing = { onExists: 'replace', onNotExists: 'create', onConflict: 'error' } as const;

/** A place, and how far away it is. */
export interface NearPlace {
  readonly id: string;
  readonly distanceInMeters: number;
}

/** The places that a hiking club knows, as features in memory. Runs wherever JavaScript does: it needs no Node and no HTTP. */
export class TrailMap {
  private constructor(
    private readonly ports: ReturnType<typeof portsWith>,
    private readonly space: string,
  ) {}

  static async create(clock: Clock, timer: Timer, ids: IdGenerator): Promise<TrailMap> {
    const ports = portsWith(clock, timer, ids);
    const space = { title: 'Places', description: 'Huts, springs and trails' };
    return new TrailMap(ports, (await new CreateSpace(ports).execute(club, space)).id);
  }

  /** Adds places, or replaces them: all of them or none. @throws {InvalidInput} */
  async put(...places: readonly Feature[]): Promise<void> {
    const features = places.map((place) => ({ text: JSON.stringify(place), rule: replacing }));
    await new WriteFeatures(this.ports).execute(club, this.space, {
      features,
      onFailure: 'rollback',
      returning: 'ids',
    });
  }

  /** Reads GeoJSON of any length. What is wrong with a place is in the report, and the others are there. */
  async load(bytes: AsyncIterable<Uint8Array>): Promise<ImportReport> {
    return await new ImportFeatures(this.ports).execute(club, this.space, { bytes, rule: replacing });
  }

  async count(): Promise<number> {
    return await new CountFeatures(this.ports).execute(club, this.space);
  }

  /** The ids of the places in a box. */
  async inBox(box: BoundingBox): Promise<readonly string[]> {
    return await this.search({ boxes: [box] });
  }

  /** The ids of huts with at least so many beds, no farther from a trail than that. */
  async hutsAlong(
    trail: Geometry,
    { radiusInMeters, beds }: Readonly<Record<'radiusInMeters' | 'beds', number>>,
  ): Promise<readonly string[]> {
    return await this.search({
      filter: { kind: 'compare', path: ['properties', 'beds'], operator: 'atLeast', values: [beds] },
      spatial: { geometry: trail, relation: 'intersects', radiusInMeters },
    });
  }

  /** The nearest first. */
  async nearest(point: NearestQuery['point'], limit: number): Promise<readonly NearPlace[]> {
    const found = await new NearestFeatures(this.ports).execute(club, this.space, { point, limit });
    return found.map(({ feature: { id }, distanceInMeters }) => ({ id, distanceInMeters }));
  }

  /** Everything, as lines of CSV. */
  async table(): Promise<string> {
    const format = { kind: 'csv', geometry: 'coordinates' } as const;
    let text = '';
    for await (const part of await new ExportFeatures(this.ports).execute(club, this.space, { format }))
      text += part;
    return text;
  }

  private async search(criteria: FeatureCriteria): Promise<readonly string[]> {
    const search = { ...criteria, limit: 100 };
    const ids: string[] = [];
    for await (const { text } of await new SearchFeatures(this.ports).execute(club, this.space, search)) {
      const features = JSON.parse(`[${text}]`) as readonly Feature[];
      ids.push(...features.map(({ id }) => String(id)));
    }
    return ids;
  }
}

/** Every use case takes its ports out of these. Those of another adapter fit as well. */
function portsWith(clock: Clock, timer: Timer, ids: IdGenerator) {
  const spaces = new MemorySpaceRepository();
  return {
    spaces,
    clock,
    timer,
    ids,
    features: new MemoryFeatureStore(spaces),
    reader: new MemoryFeatureReader(ids),
    storage: new SpaceStorage('memory'),
    rules: new FeatureRules(),
  };
}
