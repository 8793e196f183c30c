import { libvips } from '../libvips.js';
import { becomeHelper } from '../processes/helper-process.js';
import type { PictureTile } from '@cairn/maps';
import { GroundFiles } from './ground-files.js';
import { paintMap } from './paint-map.js';
import type { PaintAnswer, PaintRequest } from './paint-messages.js';

becomeHelper();
libvips().cache(false); // no picture is painted twice
libvips().concurrency(1);
const ground = new GroundFiles();
let tiles: PictureTile[] = [];

process.on('message', (request: PaintRequest) => {
  if (request.kind === 'tile') tiles.push(request.tile);
  else void paint(request.picture);
});

async function paint(picture: Extract<PaintRequest, { kind: 'paint' }>['picture']): Promise<void> {
  try {
    const bytes = await paintMap(picture, { tiles, ground });
    answer({ kind: 'painted', bytes, residentBytes: process.memoryUsage.rss() });
  } catch (error) {
    answer({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) });
  } finally {
    tiles = [];
  }
}

function answer(result: PaintAnswer): void {
  process.send?.(result);
}
