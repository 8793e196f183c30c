import { firstNumberOf, placeOf, type TilePlace } from '@cairn/geometry';
import type { NumberedTile } from './tile-archives.js';

/** What is known of a tile after it was looked at. */
export interface WalkedTile {
  /** Whether any feature is near. If not, there is none in the tiles below it either. */
  readonly hasFeatures: boolean;
  /** Absent or empty where nothing is drawn. */
  readonly bytes?: Uint8Array | undefined;
}

/** Progress of a walk. */
export interface WalkProgress {
  readonly zoom: number;
  /** Number of places of that zoom that are done, and total. */
  readonly looked: number;
  readonly places: number;
  /** Tiles done, of all zooms. */
  readonly tiles: number;
}

/** What is known once all tiles of a zoom were looked at. */
export interface WalkedZoom {
  readonly zoom: number;
  /** How many tiles of that zoom have features. */
  readonly occupied: number;
}

export interface Walk {
  readonly maxZoom: number;
  /** Whether the next zoom is looked at, too; by default each, up to `maxZoom`. */
  readonly goesOn?: (walked: WalkedZoom) => boolean;
  /** Number of tiles processed together. */
  readonly ahead: number;
  readonly look: (place: TilePlace) => Promise<WalkedTile>;
  /** Called after each tile. */
  readonly walked: (progress: WalkProgress) => void | Promise<void>;
}

/** The tiles that are drawn, by ascending number; only the children of tiles with features are looked at. */
export async function* walkTiles({
  maxZoom,
  goesOn,
  ahead,
  look,
  walked,
}: Walk): AsyncGenerator<NumberedTile, void> {
  let positions = [0];
  let tiles = 0;
  for (let zoom = 0; zoom <= maxZoom; zoom += 1) {
    const children: number[] = [];
    let looked = 0;
    const first = firstNumberOf(zoom);
    for await (const { item: position, result } of inOrder(positions, ahead, (one) =>
      look(placeOf(zoom, one)),
    )) {
      looked += 1;
      if (result.hasFeatures && zoom < maxZoom)
        for (let child = 0; child < 4; child += 1) children.push(4 * position + child);
      if (result.bytes !== undefined && result.bytes.length > 0) {
        tiles += 1;
        yield { number: first + position, bytes: result.bytes };
      }
      await walked({ zoom, looked, places: positions.length, tiles });
    }
    if (goesOn?.({ zoom, occupied: children.length / 4 }) === false) return;
    positions = children;
  }
}

/** The results of several calls that run at the same time, in the order of the items. */
async function* inOrder<T, R>(
  items: readonly T[],
  atOnce: number,
  call: (item: T) => Promise<R>,
): AsyncGenerator<{ readonly item: T; readonly result: R }, void> {
  const running: Promise<{ readonly item: T; readonly result: R }>[] = [];
  let next = 0;
  const start = (): void => {
    const item = items[next];
    if (next >= items.length || item === undefined) return;
    next += 1;
    const one = call(item).then((result) => ({ item, result }));
    one.catch(() => undefined); // its error is reported when its turn comes
    running.push(one);
  };
  try {
    while (running.length < atOnce && next < items.length) start();
    for (let first = running.shift(); first !== undefined; first = running.shift()) {
      const done = await first;
      start();
      yield done;
    }
  } finally {
    await Promise.allSettled(running);
  }
}
