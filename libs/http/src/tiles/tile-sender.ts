import type { ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { OpenedTile, TileAnswer, VectorTile } from '@cairn/spaces';
import { knowsTag, tagHeaders } from '../features/reading/conditional.js';
import { LimitedRead } from '../features/reading/limited-read.js';
import { entityTag, tagOfBytes } from '../messages/entity-tags.js';
import { Memo } from '../messages/memo.js';
import { acceptedCoding, type ContentCoding } from '../messages/negotiation.js';
import { decompressedSizes } from '../responses/decompressed-sizes.js';
import type { OperationRequest } from '../routing/operation-handler.js';
import { VECTOR_TILE } from './tile-request.js';

/** A smaller body fits in one packet with its headers. */
const WORTHWHILE = 1_024;

const [gzipped, brotli] = [promisify(gzip), promisify(brotliCompress)];
// As fast as gzip, and a tenth smaller.
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

type Bytes = Uint8Array;

/** Compressed tiles. Each is compressed once, off the event loop, and cached with its tile. */
class TileBytes {
  private readonly forms = new WeakMap<VectorTile, Map<ContentCoding, Promise<Bytes>>>();

  async of(tile: VectorTile, encoding: ContentCoding): Promise<Bytes> {
    const known = this.forms.get(tile) ?? new Map<ContentCoding, Promise<Bytes>>();
    this.forms.set(tile, known);
    const form = known.get(encoding) ?? encode(tile.bytes, encoding);
    known.set(encoding, form);
    return await form;
  }
}

async function encode(bytes: Bytes, encoding: ContentCoding): Promise<Bytes> {
  switch (encoding) {
    case 'br':
      return await brotli(bytes, brotliOptions);
    case 'gzip':
      return await gzipped(bytes);
    case 'identity':
      return bytes;
  }
}

/** Header with the number of omitted features. */
const OMITTED = 'Cairn-Tile-Omitted';
const VARY = ['Vary', 'Accept, Accept-Encoding'] as const;

/** What to say of a tile besides itself. */
interface TileTerms {
  /** How long caches may use it without asking again. Default: not at all. */
  readonly keptMs?: number | undefined;
  /**
   * What the tag is made of. `content` tells nothing of features that the tile does not show, `identity` is known before
   * the tile is drawn. Default: `identity`.
   */
  readonly tagOf?: 'identity' | 'content' | undefined;
}

type SentTile = Pick<OpenedTile, 'identity' | 'kept' | 'draw'>;

/** Sends vector tiles, each compressed once. */
export class TileSender {
  private readonly bytes = new TileBytes();
  private readonly tags = new Memo<string>();

  async send(given: OperationRequest, opened: SentTile, { keptMs, tagOf }: TileTerms = {}): Promise<void> {
    const { response } = given;
    const known =
      tagOf === 'content' ? undefined : this.tags.of(opened.identity, () => entityTag(opened.identity));
    if (known !== undefined && isKnown(given, known, keptMs)) return;
    const answer = opened.kept() ?? (await drawn(opened, response));
    if (answer === undefined) {
      response.destroy(); // the client has gone
      return;
    }
    const { tile, content } = answer;
    const tag = known ?? tagOfBytes(tile.bytes);
    if (known === undefined && isKnown(given, tag, keptMs)) return;
    const isNewer = content === 'newer' && known !== undefined;
    await this.sendTile(given, tile, isNewer ? [...VARY, 'Cache-Control', 'no-store'] : tagged(tag, keptMs));
  }

  private async sendTile(
    { request, response }: OperationRequest,
    tile: VectorTile,
    headers: string[],
  ): Promise<void> {
    if (tile.omitted > 0) headers.push(OMITTED, String(tile.omitted));
    if (tile.bytes.length === 0) {
      response.writeHead(204, headers).end();
      return;
    }
    const encoding = tile.bytes.length < WORTHWHILE ? 'identity' : acceptedCoding(request);
    const bytes = encoding === 'identity' ? tile.bytes : await this.bytes.of(tile, encoding);
    if (encoding !== 'identity') headers.push('Content-Encoding', encoding);
    headers.push('Content-Type', VECTOR_TILE, 'Content-Length', String(bytes.length));
    headers.push(...decompressedSizes(response, tile.bytes.length));
    response.writeHead(200, headers).end(request.method === 'HEAD' ? undefined : bytes);
  }
}

const tagged = (tag: string, keptMs: number | undefined): string[] => [...VARY, ...tagHeaders(tag, keptMs)];

/** Whether the client has the tile already. Then it is told so. */
function isKnown({ request, response }: OperationRequest, tag: string, keptMs: number | undefined): boolean {
  if (!knowsTag(request, tag)) return false;
  response.writeHead(304, tagged(tag, keptMs)).end();
  return true;
}

async function drawn(opened: SentTile, response: ServerResponse): Promise<TileAnswer | undefined> {
  const read = new LimitedRead(response);
  return await read.of(opened.draw(read.cancellation));
}
