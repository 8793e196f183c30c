import { openSync, read, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { GROUND_GLYPH_RANGES } from '@cairn/ground';
import type { PictureTile } from '@cairn/maps';
import { PMTiles, type Source } from 'pmtiles';
import { libvips } from '../libvips.js';
import type { DistanceField } from './distance-field.js';
import { readGlyphs, type Glyph } from './glyphs.js';

const ARCHIVE = '@cairn/ground/assets/ground.pmtiles';
const readAt = promisify(read);
const CHARACTERS = 256;

/** Where an icon is in the sheet. */
interface SpritePlace {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly pixelRatio: number;
}

/** The tiles, letters and icons of the ground, each read when it is first needed. */
export class GroundFiles {
  private readonly archive = createRequire(import.meta.url).resolve(ARCHIVE);
  private readonly folder = dirname(this.archive);
  private readonly glyphs = new Map<string, ReadonlyMap<number, Glyph>>();
  private tiles: PMTiles | undefined;
  private readonly loading = this.loadIcons();
  private places: Readonly<Record<string, SpritePlace>> = {};
  private sheet = { data: new Uint8Array(), width: 0 };

  /** Resolves once icons can be drawn. */
  async ready(): Promise<void> {
    await this.loading;
  }

  /** A tile, not compressed; `undefined` where there is nothing. */
  async tile({ zoom, x, y }: PictureTile['tile']): Promise<Uint8Array | undefined> {
    this.tiles ??= new PMTiles(new ArchiveFile(this.archive));
    const found = await this.tiles.getZxy(zoom, x, y);
    return found && new Uint8Array(found.data);
  }

  /** A letter; `undefined` if the font does not have it. */
  glyph(font: string, codePoint: number): Glyph | undefined {
    const first = Math.floor(codePoint / CHARACTERS) * CHARACTERS;
    const range = `${first}-${first + CHARACTERS - 1}`;
    if (!GROUND_GLYPH_RANGES.includes(range)) return undefined;
    const key = `${font}/${range}`;
    const known = this.glyphs.get(key) ?? readGlyphs(readFileSync(join(this.folder, 'fonts', `${key}.pbf`)));
    this.glyphs.set(key, known);
    return known.get(codePoint);
  }

  /** The names of all icons. */
  get icons(): readonly string[] {
    return Object.keys(this.places);
  }

  icon(name: string): DistanceField | undefined {
    const place = this.places[name];
    if (place === undefined) return undefined;
    const { x, y, width, height, pixelRatio } = place;
    const { data, width: stride } = this.sheet;
    return { data, offset: y * stride + x, stride, width, height, fineness: pixelRatio };
  }

  private async loadIcons(): Promise<void> {
    const sheet = join(this.folder, 'sprite@2x');
    const { data, info } = await libvips()(readFileSync(`${sheet}.png`))
      .extractChannel('alpha')
      .raw()
      .toBuffer({ resolveWithObject: true });
    this.sheet = { data, width: info.width };
    this.places = JSON.parse(readFileSync(`${sheet}.json`, 'utf8')) as Readonly<Record<string, SpritePlace>>;
  }
}

/** An archive that stays open. */
class ArchiveFile implements Source {
  private descriptor: number | undefined;

  constructor(private readonly path: string) {}

  getKey(): string {
    return this.path;
  }

  async getBytes(offset: number, length: number): Promise<{ readonly data: ArrayBuffer }> {
    this.descriptor ??= openSync(this.path, 'r');
    const bytes = new Uint8Array(length);
    const { bytesRead } = await readAt(this.descriptor, bytes, 0, length, offset);
    return { data: bytes.buffer.slice(0, bytesRead) };
  }
}
