const KEPT = 200;

/** What requests refer to; each is filled with what earlier ones made. */
export type Kind = 'image' | 'address' | 'tag' | 'space' | 'key' | 'account' | 'cursor';

/** Remembers what the service made and told, so that later requests are about things that exist, or did. */
export class Pool {
  private readonly known = new Map<Kind, string[]>();

  add(kind: Kind, id: string): void {
    const ids = this.known.get(kind) ?? [];
    this.known.set(kind, [...ids, id].slice(-KEPT));
  }

  /** The one `back` places before the newest, counted round and round; `undefined` when there is none. */
  pick(kind: Kind, back: number): string | undefined {
    const ids = this.known.get(kind) ?? [];
    return ids.at(-1 - (back % Math.max(1, ids.length)));
  }
}

/** The callers that the service knows, by the secrets of their keys. */
export interface Callers {
  readonly administrator: string;
  readonly limited: readonly string[];
}

/** What a request is made for: the things and callers there are when it is sent. */
export interface World {
  readonly pool: Pool;
  readonly callers: Callers;
}
