import type { ServerResponse } from 'node:http';
import { FEATURE_SEPARATOR, type FeatureChunk } from '@cairn/spaces';
import { setDecompressedSizes } from '../../responses/decompressed-sizes.js';
import { TextWriter } from '../../responses/text-writer.js';

/** In UTF-16 code units. */
const MAX_LENGTH_AT_ONCE = 65_536;

export const GEOJSON = 'application/geo+json; charset=utf-8';

interface Collection {
  /** Shapes features as requested. Asynchronous if that would block other requests. */
  readonly shape: (texts: string) => string | Promise<string>;
  /** Of the response, which is also in its body. Absent where nothing is to be told of the version of the space. */
  readonly tag?: string | undefined;
  /** Further members, from the number of features and the id of the last one. */
  readonly members?: ((count: number, lastId: string) => Readonly<Record<string, unknown>>) | undefined;
}

/** Sends a FeatureCollection while its features are read. */
export async function sendCollection(
  response: ServerResponse,
  chunks: AsyncIterable<FeatureChunk>,
  { shape, tag, members = () => ({}) }: Collection,
): Promise<void> {
  response.setHeader('Content-Type', GEOJSON);
  if (response.req.method === 'HEAD') {
    response.end();
    return;
  }
  const writer = new TextWriter(response);
  let opening = '{"type":"FeatureCollection","features":[';
  let [total, lastId] = [0, ''];
  for await (const { text, count, last } of chunks) {
    if (response.destroyed) return; // the client has disconnected
    const shown = await shape(text);
    // A long text is not joined to what is in front of it: that would be another one.
    if (shown.length > MAX_LENGTH_AT_ONCE) {
      await writer.write(opening);
      await writer.write(shown);
    } else await writer.write(opening + shown);
    opening = FEATURE_SEPARATOR;
    [total, lastId] = [total + count, last];
  }
  const rest = JSON.stringify({ ...members(total, lastId), etag: tag }).slice(1);
  writer.end(`${total === 0 ? opening : ''}]${rest === '}' ? '' : ','}${rest}`);
}

/** Sends one GeoJSON text. */
export async function sendGeoJson(response: ServerResponse, text: string): Promise<void> {
  response.setHeader('Content-Type', GEOJSON);
  const length = Buffer.byteLength(text);
  response.setHeader('Content-Length', length);
  setDecompressedSizes(response, length);
  const isLong = text.length > MAX_LENGTH_AT_ONCE && response.req.method !== 'HEAD';
  if (isLong) await new TextWriter(response).write(text);
  response.end(isLong ? '' : text);
}
