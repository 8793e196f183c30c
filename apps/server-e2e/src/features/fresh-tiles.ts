import { ServerProcess } from '@cairn/harness';
import type { Environment } from '@cairn/services';
import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';

const READERS = 32;
const PLACES = 24;
const MAX_ZOOM = 14;
/** At which every place is looked at twice after a round, when nothing changes. */
const LAST_ZOOM = 5;
const SPACE = 'fresh-tiles';

export interface FreshTilesOptions {
  /** Servers on the same stores. */
  readonly nodes: readonly ServerProcess[];
  readonly rounds: number;
  readonly writesPerRound: number;
  /** From 0 up to 1, but not 1. */
  readonly random: () => number;
}

export interface FreshTilesResult {
  readonly writes: number;
  /** Tiles that were sent, and tiles that a reader was told to have already. */
  readonly tiles: number;
  readonly notModified: number;
  readonly faults: readonly string[];
}

interface Place {
  readonly id: string;
  readonly longitude: number;
  readonly latitude: number;
  readonly states: PlaceStates;
}

/** What a place is after a write: there with this number, or gone. */
interface Change {
  readonly number: number;
  readonly isGone: boolean;
}

/** What was written to one place, one write after the other, each with the next number. */
export class PlaceStates {
  private readonly changes: Change[] = [{ number: 0, isGone: true }];
  private acknowledged = 0;

  /** The number of the last write that was answered. */
  get known(): number {
    return this.acknowledged;
  }

  get isGone(): boolean {
    return this.changes.at(-1)?.isGone ?? true;
  }

  /** A write begins, and gets its number. */
  begin(change: Pick<Change, 'isGone'>): number {
    const number = this.changes.length;
    this.changes.push({ number, ...change });
    return number;
  }

  /** The last write that began was answered. */
  acknowledge(): void {
    this.acknowledged = this.changes.length - 1;
  }

  /**
   * Why a tile is wrong that shows the number `seen`, or nothing, of the place, and was asked for when `known` was the last write
   * that was answered; `undefined` if it is not.
   */
  faultOf(seen: number | undefined, known: number): string | undefined {
    const possible = this.changes.slice(known);
    if (seen === undefined)
      return possible.some(({ isGone }) => isGone) ? undefined : `lacks the place of write ${known}`;
    if (possible.some(({ number, isGone }) => !isGone && number === seen)) return undefined;
    return `shows write ${seen} after write ${known} was answered`;
  }
}

/** Starts so many servers on the same new stores, and stops them and removes the stores afterwards. */
export async function withNodes<T>(
  environment: Pick<Environment, 'open'>,
  count: number,
  use: (nodes: readonly ServerProcess[]) => Promise<T>,
): Promise<T> {
  const stores = await environment.open();
  const nodes: ServerProcess[] = [];
  const env = { ...stores.env, CAIRN_LOG_LEVEL: 'error', CAIRN_RATE_REQUESTS: '0' };
  try {
    for (let node = 0; node < count; node += 1)
      nodes.push(await ServerProcess.start({ env, ...(nodes[0] && { key: nodes[0].key }) }));
    return await use(nodes);
  } finally {
    for (const node of nodes) await node.dispose();
    await stores.close();
  }
}

/**
 * Changes features while readers fetch tiles from all nodes, also conditionally. No tile may be older than the last write
 * that was answered before the tile was asked for.
 */
export async function watchTiles(options: FreshTilesOptions): Promise<FreshTilesResult> {
  const run = new FreshTiles(options);
  await run.prepare();
  for (let round = 0; round < options.rounds; round += 1) await run.round();
  await run.clear();
  return run.result;
}

class FreshTiles {
  private readonly counts = { writes: 0, tiles: 0, notModified: 0 };
  private readonly faults: string[] = [];
  /** What a tile showed when it had this tag. */
  private readonly known = new Map<
    string,
    { readonly tag: string; readonly numbers: ReadonlyMap<string, number> }
  >();
  private readonly places: readonly Place[];

  constructor(private readonly options: FreshTilesOptions) {
    this.places = Array.from({ length: PLACES }, (_, index) => ({
      id: `place-${index}`,
      longitude: 360 * options.random() - 180,
      latitude: 160 * options.random() - 80,
      states: new PlaceStates(),
    }));
  }

  get result(): FreshTilesResult {
    return { ...this.counts, faults: this.faults };
  }

  async prepare(): Promise<void> {
    await this.send('/hub/spaces', { method: 'POST', body: { id: SPACE, title: 'Fresh tiles' } });
  }

  async clear(): Promise<void> {
    await this.send(`/hub/spaces/${SPACE}`, { method: 'DELETE' });
  }

  async round(): Promise<void> {
    let isWriting = true;
    const readers = Array.from({ length: READERS }, async () => {
      while (isWriting && this.faults.length === 0) await this.look();
    });
    for (let write = 0; write < this.options.writesPerRound; write += 1) await this.change();
    isWriting = false;
    await Promise.all(readers);
    for (const place of this.places)
      for (let again = 0; again < 2; again += 1) await this.look(place, LAST_ZOOM);
  }

  private anyZoom(): number {
    return Math.floor(this.options.random() * (MAX_ZOOM + 1));
  }

  private async change(): Promise<void> {
    const place = this.pick(this.places);
    const isGone = !place.states.isGone && this.options.random() < 0.3;
    const number = place.states.begin({ isGone });
    const path = `/hub/spaces/${SPACE}/features/${place.id}`;
    const { id, longitude, latitude } = place;
    const body = {
      type: 'Feature',
      id,
      properties: { number },
      geometry: { type: 'Point', coordinates: [longitude, latitude] },
    };
    await this.send(path, isGone ? { method: 'DELETE' } : { method: 'PUT', body });
    place.states.acknowledge();
    this.counts.writes += 1;
  }

  private async look(place = this.pick(this.places), zoom = this.anyZoom()): Promise<void> {
    const tile = tileOf(place, zoom);
    const before = this.known.get(tile);
    const isConditional = before !== undefined && this.options.random() < 0.5;
    const known = place.states.known;
    const response = await this.pick(this.options.nodes).fetch(`/tiles/${SPACE}/${tile}.mvt`, {
      headers: isConditional ? { 'If-None-Match': before.tag } : {},
    });
    const numbers = await this.numbersOf(response, tile, isConditional ? before.numbers : undefined);
    const fault =
      numbers === undefined
        ? `has status ${response.status}`
        : place.states.faultOf(numbers.get(place.id), known);
    if (fault !== undefined) this.faults.push(`The tile ${tile} of ${place.id} ${fault}.`);
  }

  private async numbersOf(
    response: Response,
    tile: string,
    before: ReadonlyMap<string, number> | undefined,
  ): Promise<ReadonlyMap<string, number> | undefined> {
    const bytes = new Uint8Array(await response.arrayBuffer());
    if (response.status === 304 && before !== undefined) {
      this.counts.notModified += 1;
      return before;
    }
    if (response.status !== 200 && response.status !== 204) return undefined;
    this.counts.tiles += 1;
    const numbers = numbersIn(bytes);
    const tag = response.headers.get('etag');
    if (tag !== null) this.known.set(tile, { tag, numbers });
    return numbers;
  }

  private async send(
    path: string,
    { method, body }: { readonly method: string; readonly body?: object },
  ): Promise<void> {
    const response = await this.pick(this.options.nodes).fetch(path, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  }

  private pick<T>(items: readonly T[]): T {
    const item = items[Math.floor(this.options.random() * items.length)];
    if (item === undefined) throw new Error('There is nothing to pick from.');
    return item;
  }
}

function tileOf({ longitude, latitude }: Place, zoom: number): string {
  const side = 2 ** zoom;
  const x = Math.floor((longitude / 360 + 0.5) * side);
  const sine = Math.sin((latitude * Math.PI) / 180);
  const y = Math.floor((0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * side);
  return `${zoom}/${x}/${y}`;
}

/** The `number` of each feature in a tile, by its `id`. */
function numbersIn(bytes: Uint8Array): ReadonlyMap<string, number> {
  const numbers = new Map<string, number>();
  for (const layer of Object.values(new VectorTile(new PbfReader(bytes)).layers))
    for (let index = 0; index < layer.length; index += 1) {
      const { id, number } = layer.feature(index).properties;
      if (typeof id === 'string' && typeof number === 'number') numbers.set(id, number);
    }
  return numbers;
}
