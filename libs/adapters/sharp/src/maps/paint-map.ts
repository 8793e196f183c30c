import { GROUND_ATTRIBUTION, GROUND_COLORS, GROUND_SOURCE, GROUND_ZOOMS, groundLayers } from '@cairn/ground';
import type { MapPicture, PictureTile } from '@cairn/maps';
import { tilesInView } from '@cairn/maps/spi';
import { libvips } from '../libvips.js';
import { Canvas, type Rgba } from './canvas.js';
import { paintCircles } from './circles.js';
import { drawCredits } from './credits.js';
import type { GroundFiles } from './ground-files.js';
import { paintHeat } from './heat.js';
import { LayerRules, type DrawnLayer } from './layer-rules.js';
import { Shapes } from './shapes.js';
import { Symbols } from './symbols.js';
import { PlacedTiles } from './tile-features.js';
import { Viewport } from './viewport.js';

/** The PNG of a picture: its layers as MapLibre would draw them, from below to above, and whom the data are of. */
export async function paintMap(
  picture: MapPicture,
  { tiles: own, ground }: { readonly tiles: readonly PictureTile[]; readonly ground: GroundFiles },
): Promise<Uint8Array<ArrayBuffer>> {
  await ground.ready();
  const viewport = new Viewport(picture);
  const { zoom } = viewport;
  const layers = layersOf(picture)
    .filter(({ minzoom = 0, maxzoom = Infinity }) => minzoom <= zoom && zoom < maxzoom)
    .map((layer) => new LayerRules(layer, zoom, ground.icons));
  const tiles = new PlacedTiles([...(await groundTiles(picture, ground)), ...own], viewport);
  const canvas = new Canvas(viewport.width, viewport.height);
  const symbols = new Symbols(viewport, ground);
  for (const rules of [...layers].reverse())
    if (rules.layer.type === 'symbol') symbols.place(rules, tiles.of(rules.layer));
  await paintLayers(canvas, layers, { tiles, viewport, symbols });
  const { place, halo } = colorsOf(picture);
  const credits = picture.baseMap === 'ground' ? [GROUND_ATTRIBUTION, ...picture.credits] : picture.credits;
  drawCredits(canvas, { credits, ground }, { text: place, behind: halo, scale: viewport.scale });
  return await pngOf(canvas);
}

interface Painted {
  readonly tiles: PlacedTiles;
  readonly viewport: Viewport;
  readonly symbols: Symbols;
}

async function paintLayers(
  canvas: Canvas,
  layers: readonly LayerRules[],
  { tiles, viewport, symbols }: Painted,
): Promise<void> {
  const { scale } = viewport;
  let shapes = new Shapes(viewport);
  const paintShapes = async (): Promise<void> => {
    if (!shapes.isEmpty) await paintSvg(canvas, shapes.toSvg());
    shapes = new Shapes(viewport);
  };
  for (const rules of layers) {
    const { layer } = rules;
    const drawn = tiles.of(layer);
    const { type } = layer;
    if (type !== 'fill' && type !== 'line') await paintShapes();
    switch (type) {
      case 'background':
        canvas.fill(rules.color('background-color'));
        break;
      case 'fill':
        shapes.addFills(rules, drawn);
        break;
      case 'line':
        shapes.addLines(rules, drawn);
        break;
      case 'circle':
        paintCircles(canvas, rules, { tiles: drawn, scale });
        break;
      case 'heatmap':
        paintHeat(canvas, rules, { tiles: drawn, scale });
        break;
      case 'symbol':
        symbols.draw(canvas, rules);
    }
  }
  await paintShapes();
}

/** The layers of the map between those of the ground, as its style has them. */
function layersOf({ baseMap, theme, language, layers }: MapPicture): readonly DrawnLayer[] {
  if (baseMap === 'ground') {
    const { below, above } = groundLayers({ theme, language });
    return [...below, ...layers, ...above];
  }
  const paint = { 'background-color': GROUND_COLORS[theme].land };
  return [{ id: 'background', type: 'background', paint }, ...layers];
}

async function groundTiles(picture: MapPicture, ground: GroundFiles): Promise<readonly PictureTile[]> {
  if (picture.baseMap !== 'ground') return [];
  const { view, width, height, scale } = picture;
  const extent = { width: width / scale, height: height / scale };
  const wanted = tilesInView(view, extent, { minZoom: GROUND_ZOOMS.min, maxZoom: GROUND_ZOOMS.max });
  const tiles = await Promise.all(
    wanted.map(async (tile) => {
      const bytes = await ground.tile(tile);
      return bytes === undefined ? [] : [{ source: GROUND_SOURCE, tile, bytes }];
    }),
  );
  return tiles.flat();
}

async function paintSvg(canvas: Canvas, svg: string): Promise<void> {
  const { data, info } = await libvips()(Buffer.from(svg), { unlimited: true })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  for (let y = 0; y < info.height; y += 1)
    for (let x = 0; x < info.width; x += 1) {
      const at = (y * info.width + x) * 4;
      const [r = 0, g = 0, b = 0, alpha = 0] = data.subarray(at, at + 4);
      if (alpha > 0) canvas.blend(x, y, { r, g, b, a: alpha / 255 }, 1);
    }
}

async function pngOf({ pixels, width, height }: Canvas): Promise<Uint8Array<ArrayBuffer>> {
  const png = await libvips()(pixels, { raw: { width, height, channels: 3 } })
    .png({ compressionLevel: 6 })
    .toBuffer();
  return new Uint8Array(png);
}

function colorsOf({ theme }: MapPicture): { readonly place: Rgba; readonly halo: Rgba } {
  const { place, halo } = GROUND_COLORS[theme];
  return { place: rgbaOf(place), halo: rgbaOf(halo) };
}

function rgbaOf(hex: string): Rgba {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  return { r, g, b, a: 1 };
}
