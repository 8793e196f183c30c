const MAX_PER_KIND = 200;

/** The kinds of identifiers that requests refer to. */
export type ResourceKind =
  | 'image'
  | 'address'
  | 'tag'
  | 'space'
  | 'map'
  | 'layer'
  | 'feature'
  | 'handle'
  | 'tileType'
  | 'tile'
  | 'tileNumber'
  | 'key'
  | 'account'
  | 'cursor';

/** Collects identifiers from responses, so that later requests refer to resources that exist or once did. */
export class ResourcePool {
  private readonly known = new Map<ResourceKind, string[]>([
    ['layer', ['other', 'layer-1', 'layer-2', 'layer', 'layer']],
    ['tileType', ['quadkey', 'web', 'tms', 'here']],
    ['tile', ['1202', '5_17_10', '377894440', '0', '120203302032.geojson', '1.mvt', '1_1_0.mvtf']],
    ['tileNumber', ['0', '1', '2', '5', '30', '31', '-1', '1e3', '1073741823']],
  ]);

  add(kind: ResourceKind, id: string): void {
    const ids = this.known.get(kind) ?? [];
    this.known.set(kind, [...ids, id].slice(-MAX_PER_KIND));
  }

  /** The identifier `back` places before the newest, wrapping around. `undefined` if there is none. */
  pick(kind: ResourceKind, back: number): string | undefined {
    const ids = this.known.get(kind) ?? [];
    return ids.at(-1 - (back % Math.max(1, ids.length)));
  }
}

/** The secrets of the keys to send. */
export interface Callers {
  readonly administrator: string;
  readonly limited: readonly string[];
}

/** The state when a request is sent: known resources and keys. */
export interface FuzzState {
  readonly pool: ResourcePool;
  readonly callers: Callers;
}
