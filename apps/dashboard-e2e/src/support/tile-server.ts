import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';

/** What the base maps of this server are drawn in, by kind. */
export const COLOURS = {
  raster: '#c03060',
  pmtiles: '#30a040',
  style: '#4060c0',
  archive: '#c0a020',
} as const;

const ground = new URL('../../../../libs/ground/assets/ground.pmtiles', import.meta.url);

/** A server of base maps of another origin: pictures, an archive of pictures, styles of tiles and of an archive of tiles. */
export class TileServer {
  /** The referrers that it was told, with the paths that were asked for. */
  readonly asked: { readonly path: string; readonly referrer: string | undefined }[] = [];

  private constructor(
    private readonly server: Server,
    readonly origin: string,
    private readonly files: ReadonlyMap<string, Buffer>,
  ) {}

  /** `tilesFrom` is an address of vector tiles, with `{z}`, `{x}` and `{y}`, that it passes on as its own. */
  static async start(tilesFrom: () => string): Promise<TileServer> {
    const server = createServer();
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const origin = `http://127.0.0.1:${port}`;
    const files = new Map([
      ['/pictures.pmtiles', archiveOf(await picture(COLOURS.pmtiles))],
      ['/ground.pmtiles', await readFile(ground)],
      ['/style.json', styleOf({ tiles: [`${origin}/{z}/{x}/{y}.mvt`], maxzoom: 7 }, COLOURS.style)],
      ['/archive.json', styleOf({ url: `pmtiles://${origin}/ground.pmtiles` }, COLOURS.archive)],
    ]);
    const made = new TileServer(server, origin, files);
    const tile = await picture(COLOURS.raster);
    server.on('request', (request, response) => void made.answer(request, response, { tile, tilesFrom }));
    return made;
  }

  close(): void {
    this.server.close();
  }

  private async answer(
    { url: path = '', headers }: IncomingMessage,
    response: ServerResponse,
    { tile, tilesFrom }: { readonly tile: Buffer; readonly tilesFrom: () => string },
  ): Promise<void> {
    this.asked.push({ path, referrer: headers.referer });
    response.setHeader('Access-Control-Allow-Origin', '*');
    const file = this.files.get(path);
    if (file !== undefined) return sendRange(response, file, headers.range);
    if (path.endsWith('.png')) return void response.end(tile);
    const [z = '', x = '', y = ''] = path.slice(1).replace('.mvt', '').split('/');
    const found = await fetch(tilesFrom().replace('{z}', z).replace('{x}', x).replace('{y}', y));
    response.statusCode = found.status;
    response.end(Buffer.from(await found.arrayBuffer()));
  }
}

function sendRange(response: ServerResponse, file: Buffer, range = ''): void {
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(range) ?? [];
  if (first === undefined || last === undefined) return void response.end(file);
  const part = file.subarray(Number(first), Number(last) + 1);
  response.statusCode = 206;
  response.setHeader('Content-Range', `bytes ${first}-${Number(first) + part.length - 1}/${file.length}`);
  response.end(part);
}

const picture = (background: string): Promise<Buffer> =>
  sharp({ create: { width: 256, height: 256, channels: 3, background } })
    .png()
    .toBuffer();

/** Land in a colour, and nothing else. */
function styleOf(source: object, colour: string): Buffer {
  const layer = { id: 'land', source: 'world', 'source-layer': 'earth', type: 'fill' };
  const style = {
    version: 8,
    sources: { world: { type: 'vector', attribution: '© World', ...source } },
    layers: [
      { id: 'sea', type: 'background', paint: { 'background-color': '#ffffff' } },
      { ...layer, paint: { 'fill-color': colour, 'fill-antialias': false } },
    ],
  };
  return Buffer.from(JSON.stringify(style));
}

/** A PMTiles archive (version 3) with one picture, of the world. */
function archiveOf(tile: Buffer): Buffer {
  const header = Buffer.alloc(127);
  const directory = Buffer.from([1, 0, 1, ...varint(tile.length), 1]);
  const metadata = Buffer.from('{}');
  const [rootAt, metadataAt] = [header.length, header.length + directory.length];
  const tilesAt = metadataAt + metadata.length;
  header.write('PMTiles\x03', 'latin1');
  const lengths = [
    rootAt,
    directory.length,
    metadataAt,
    metadata.length,
    tilesAt,
    0,
    tilesAt,
    tile.length,
    1,
    1,
    1,
  ];
  lengths.forEach((value, index) => header.writeBigUInt64LE(BigInt(value), 8 + index * 8));
  // Clustered; neither directories nor tiles are compressed; PNG; zoom 0 alone.
  header.set([1, 1, 1, 2, 0, 0], 96);
  [-180, -85, 180, 85].forEach((degrees, index) => header.writeInt32LE(degrees * 1e7, 102 + index * 4));
  return Buffer.concat([header, directory, metadata, tile]);
}

function varint(value: number): readonly number[] {
  return value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))];
}
