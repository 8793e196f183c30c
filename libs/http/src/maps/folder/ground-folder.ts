import { dirname, join } from 'node:path';
import {
  GROUND_FONTS,
  GROUND_GLYPH_RANGES,
  groundStyle,
  type GroundLook,
  type GroundStyle,
} from '@cairn/ground';
import { archivePath } from '../../ground/ground-files.js';
import { bytesAt, type FolderFile } from './folder-file.js';

const ARCHIVE = 'ground.pmtiles';
const SPRITES = ['sprite', 'sprite@2x'].flatMap((name) => [`${name}.json`, `${name}.png`]);
const FONTS = GROUND_FONTS.flatMap(({ name, faces }) => [
  ...GROUND_GLYPH_RANGES.map((range) => `${name}/${range}.pbf`),
  ...faces.map(({ file }) => file),
]);

/** What maps need of the ground beside their layers, and the tiles of the ground unless the map has no base map. */
export function* groundFiles(baseMap: 'ground' | 'none'): Generator<FolderFile> {
  const assets = dirname(archivePath());
  const names = [
    ...(baseMap === 'ground' ? [ARCHIVE] : []),
    ...SPRITES,
    ...[...FONTS, 'OFL.txt'].map((name) => `fonts/${name}`),
  ];
  yield { name: 'ground/NOTICE', bytes: bytesAt(join(assets, '..', 'NOTICE')) };
  for (const name of names) yield { name: `ground/${name}`, bytes: bytesAt(join(assets, name)) };
}

/** The style of the ground in the folder, with addresses relative to it. */
export const groundInFolder = (look: GroundLook): GroundStyle =>
  groundStyle({
    ...look,
    tilesUrl: archiveTiles(`ground/${ARCHIVE}`),
    glyphsUrl: 'ground/fonts/{fontstack}/{range}.pbf',
    spriteUrl: 'ground/sprite',
    fontsUrl: 'ground/fonts/{file}',
  });

/** The address of the tiles of an archive, as PMTiles' protocol for MapLibre has it. */
export const archiveTiles = (file: string): string => `pmtiles://${file}/{z}/{x}/{y}`;
