const MAX_PER_KIND = 200;

/** The kinds of identifiers that requests refer to. */
export type ResourceKind = 'image' | 'address' | 'tag' | 'space' | 'key' | 'account' | 'cursor';

/** Collects identifiers from responses, so that later requests refer to resources that exist or once did. */
export class ResourcePool {
  private readonly known = new Map<ResourceKind, string[]>();

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
