import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Application } from '@cairn/composition';
import {
  DrawTile,
  type OpenedTile,
  type Space,
  type TileAnswer,
  type TileQuery,
  type VectorTile,
} from '@cairn/spaces';
import type { HubParameters } from '../features/query/hub-parameters.js';
import { assertHead, isHead } from '../features/query/version-reference.js';
import { knowsTag, tagHeaders } from '../features/reading/conditional.js';
import { LimitedRead } from '../features/reading/limited-read.js';
import { parametersOf } from '../features/reading/query-request.js';
import { entityTag } from '../messages/entity-tags.js';
import { Memo } from '../messages/memo.js';
import { requestContextOf } from '../messages/request-context.js';
import { acceptedCoding, type ContentCoding } from '../messages/negotiation.js';
import { decompressedSizes } from '../responses/decompressed-sizes.js';
import type { OperationHandler, OperationRequest } from '../routing/operation-handler.js';
import type { HubCallers } from '../spaces/hub-callers.js';
import { parseHubTile, parseMapTile, VECTOR_TILE, vectorTileOf } from './tile-request.js';

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

/** A link can be revoked at once: caches ask again each time. */
const keptMsFor = (request: IncomingMessage, { settings }: Space): number | undefined =>
  requestContextOf(request).principal.kind === 'link' ? 0 : settings.cacheTTL;

interface Options {
  readonly application: Pick<Application, 'get'>;
  readonly hubCallers: HubCallers;
}

/** The parsed request of a tile. */
interface Asked {
  readonly query: TileQuery;
  readonly parameters: HubParameters;
  readonly isHead: boolean;
}

/** Header with the number of omitted features. */
const OMITTED = 'Cairn-Tile-Omitted';
const VARY = ['Vary', 'Accept, Accept-Encoding'] as const;

/** Sends vector tiles. */
export class TileHandlers {
  private readonly draw: DrawTile;
  private readonly bytes = new TileBytes();
  private readonly asked = new Memo<Asked>();
  private readonly tags = new Memo<string>();

  constructor(private readonly options: Options) {
    this.draw = options.application.get(DrawTile);
  }

  /** The URL of XYZ Hub: sends vector tiles if they are requested, else calls `geoJson`. */
  hub(geoJson: OperationHandler | undefined): OperationHandler {
    return async (given) => {
      const attributes = vectorTileOf(given);
      if (attributes === undefined) {
        await geoJson?.(given);
        return;
      }
      const read = (parameters: HubParameters): TileQuery =>
        parseHubTile(given.params, parameters, attributes);
      await this.serve(given, this.read(given, { text: attributes, read }));
    };
  }

  /** The URL for map libraries. */
  readonly map: OperationHandler = async (given) => {
    const read = (parameters: HubParameters): TileQuery => parseMapTile(given.params, parameters);
    await this.serve(given, this.read(given, { text: 'map', read }));
  };

  /** `text` identifies everything besides the URL that the result of `read` depends on. */
  private read(
    given: OperationRequest,
    { text, read }: { readonly text: string; readonly read: (parameters: HubParameters) => TileQuery },
  ): Asked {
    return this.asked.of(`${text} ${given.request.url}`, () => {
      const parameters = parametersOf(given);
      return { query: read(parameters), parameters, isHead: isHead(parameters) };
    });
  }

  private async serve(given: OperationRequest, asked: Asked): Promise<void> {
    const { request, response, params } = given;
    const { query, parameters } = asked;
    const { spaceId = '' } = params;
    const opened = await this.draw.execute(this.options.hubCallers.of(request), spaceId, query);
    if (!asked.isHead) assertHead(parameters, opened.head.version);
    const tag = this.tags.of(opened.identity, () => entityTag(opened.identity));
    const tagged = [...VARY, ...tagHeaders(tag, keptMsFor(request, opened.space))];
    if (knowsTag(request, tag)) {
      response.writeHead(304, tagged).end();
      return;
    }
    const answer = opened.kept() ?? (await drawn(opened, response));
    if (answer === undefined) {
      response.destroy(); // the client has gone
      return;
    }
    const { tile, content } = answer;
    await this.send(given, tile, content === 'newer' ? [...VARY, 'Cache-Control', 'no-store'] : tagged);
  }

  private async send(
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

async function drawn(opened: OpenedTile, response: ServerResponse): Promise<TileAnswer | undefined> {
  const read = new LimitedRead(response);
  return await read.of(opened.draw(read.cancellation));
}
