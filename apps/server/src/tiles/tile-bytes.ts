import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { VectorTile } from '@cairn/spaces';

export type TileEncoding = 'br' | 'gzip' | 'identity';

/** Fewer bytes fit in one packet with their headers anyway. */
const WORTHWHILE = 1_024;

const [gzipped, brotli] = [promisify(gzip), promisify(brotliCompress)];
// As fast as gzip, and a tenth shorter.
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

type Bytes = Uint8Array;

/** The compressed forms of tiles: each is made once, off the event loop, and kept as long as its tile is. */
export class TileBytes {
  private readonly forms = new WeakMap<VectorTile, Map<TileEncoding, Promise<Bytes>>>();

  /** The encoding that is used for a tile of those that a client accepts. */
  encodingOf({ bytes }: VectorTile, accepted = ''): TileEncoding {
    if (bytes.length < WORTHWHILE) return 'identity';
    const qualities = qualitiesOf(accepted);
    const quality = (name: string): number => qualities.get(name) ?? qualities.get('*') ?? 0;
    const [br, gz] = [quality('br'), quality('gzip')];
    if (br === 0 && gz === 0) return 'identity';
    return br >= gz ? 'br' : 'gzip';
  }

  async of(tile: VectorTile, encoding: TileEncoding): Promise<Bytes> {
    const known = this.forms.get(tile) ?? new Map<TileEncoding, Promise<Bytes>>();
    this.forms.set(tile, known);
    const form = known.get(encoding) ?? encode(tile.bytes, encoding);
    known.set(encoding, form);
    return await form;
  }
}

async function encode(bytes: Bytes, encoding: TileEncoding): Promise<Bytes> {
  switch (encoding) {
    case 'br':
      return await brotli(bytes, brotliOptions);
    case 'gzip':
      return await gzipped(bytes);
    case 'identity':
      return bytes;
  }
}

/** The names of an `Accept-Encoding` with their weights (RFC 9110 §12.5.3). */
function qualitiesOf(accepted: string): ReadonlyMap<string, number> {
  return new Map(
    accepted.split(',').map((part): [string, number] => {
      const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
      const [, weight] =
        /^q=(\d(?:\.\d{0,3})?)$/.exec(parameters.find((each) => each.startsWith('q=')) ?? '') ?? [];
      return [name, weight === undefined ? 1 : Number(weight)];
    }),
  );
}
