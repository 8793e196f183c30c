import type { ServerResponse } from 'node:http';
import { FEATURE_SEPARATOR, shapeFeatures, type FeatureChunk, type FeatureShaping } from '@cairn/spaces';
import { TextWriter } from '../../http/responses/text-writer.js';
import { TimeSlice } from '../../http/time-slice.js';

export const GEOJSON = 'application/geo+json; charset=utf-8';

interface Collection {
  readonly shaping: FeatureShaping;
  /** Shapes features elsewhere, where that takes long. */
  readonly shape?: ((texts: string) => Promise<string>) | undefined;
  readonly tag: string;
  /** Further members, for so many features of which the last one has this id. */
  readonly members?: ((count: number, lastId: string) => Readonly<Record<string, unknown>>) | undefined;
}

/** Sends a FeatureCollection while its features are read. */
export async function sendCollection(
  response: ServerResponse,
  chunks: AsyncIterable<FeatureChunk>,
  { shaping, shape, tag, members = () => ({}) }: Collection,
): Promise<void> {
  response.setHeader('Content-Type', GEOJSON);
  if (response.req.method === 'HEAD') {
    response.end();
    return;
  }
  const writer = new TextWriter(response);
  const slice = new TimeSlice();
  let opening = '{"type":"FeatureCollection","features":[';
  let [total, lastId] = [0, ''];
  for await (const { text, count, last } of chunks) {
    const shaped = shape ? await shape(text) : shapeFeatures(text, shaping);
    await writer.write(opening + shaped);
    opening = FEATURE_SEPARATOR;
    [total, lastId] = [total + count, last];
    await slice.next();
  }
  const rest = JSON.stringify({ ...members(total, lastId), etag: tag }).slice(1);
  writer.end(`${total === 0 ? opening : ''}],${rest}`);
}

/** Sends one GeoJSON text. */
export function sendGeoJson(response: ServerResponse, text: string): void {
  response.setHeader('Content-Type', GEOJSON);
  response.setHeader('Content-Length', Buffer.byteLength(text));
  response.end(text);
}

/** An `AbortSignal` for work that is in vain once the client has gone. */
export function whileConnected(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) controller.abort();
  });
  return controller.signal;
}
