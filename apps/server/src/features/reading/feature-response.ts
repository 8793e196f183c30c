import type { ServerResponse } from 'node:http';
import { FEATURE_SEPARATOR, type FeatureChunk } from '@cairn/spaces';
import { TextWriter } from '../../http/responses/text-writer.js';

/** In UTF-16 code units. */
const MAX_LENGTH_AT_ONCE = 65_536;

export const GEOJSON = 'application/geo+json; charset=utf-8';

interface Collection {
  /** Shapes features as requested. Asynchronous if that would block other requests. */
  readonly shape: (texts: string) => string | Promise<string>;
  readonly tag: string;
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
    await writer.write(opening + (await shape(text)));
    opening = FEATURE_SEPARATOR;
    [total, lastId] = [total + count, last];
  }
  const rest = JSON.stringify({ ...members(total, lastId), etag: tag }).slice(1);
  writer.end(`${total === 0 ? opening : ''}],${rest}`);
}

/** Sends one GeoJSON text. */
export async function sendGeoJson(response: ServerResponse, text: string): Promise<void> {
  response.setHeader('Content-Type', GEOJSON);
  response.setHeader('Content-Length', Buffer.byteLength(text));
  const isLong = text.length > MAX_LENGTH_AT_ONCE && response.req.method !== 'HEAD';
  if (isLong) await new TextWriter(response).write(text);
  response.end(isLong ? '' : text);
}
