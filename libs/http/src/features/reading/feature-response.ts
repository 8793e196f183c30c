import type { ServerResponse } from 'node:http';
import { FEATURE_SEPARATOR, type FeatureChunk } from '@cairn/spaces';
import { compressPieces } from '../../responses/compressed.js';
import { setDecompressedSizes } from '../../responses/decompressed-sizes.js';
import { sendWhole } from '../../responses/send-whole.js';
import { LENGTH_AT_ONCE, TextWriter } from '../../responses/text-writer.js';
import { AnswerPieces } from './answer-pieces.js';
import { asRead, type Shaper } from './shaping-threads.js';

/** In UTF-16 code units, or in bytes. */
const MAX_LENGTH_AT_ONCE = 65_536;
/** What is longer is sent in pieces. A chunk of several features is no longer, in UTF-8. */
const MAX_WHOLE = 3 * LENGTH_AT_ONCE;

export const GEOJSON = 'application/geo+json; charset=utf-8';

interface Collection {
  /** Shapes features as requested. Asynchronous if that would block other requests. */
  readonly shape: Shaper;
  /** Of the response, which is also in its body. Absent where nothing is to be told of the version of the space. */
  readonly tag?: string | undefined;
  /** Further members, from the number of features and the id of the last one. */
  readonly members?: ((count: number, lastId: string) => Readonly<Record<string, unknown>>) | undefined;
}

/** Sends a FeatureCollection: a short one at once, a long one while its features are read. */
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
  const pieces = new AnswerPieces('{"type":"FeatureCollection","features":[');
  let writer: TextWriter | undefined;
  let [total, lastId] = [0, ''];
  for await (const chunk of chunks) {
    if (response.destroyed) return; // the client has disconnected
    const shown = shape === asRead ? (chunk.bytes ?? chunk.text) : await shape(chunk.text);
    if (total > 0) pieces.add(FEATURE_SEPARATOR);
    pieces.add(shown);
    [total, lastId] = [total + chunk.count, chunk.last];
    if (chunk.isLast === true) break;
    if (pieces.length > MAX_LENGTH_AT_ONCE) await pieces.write((writer ??= writerOf(response)));
  }
  const rest = JSON.stringify({ ...members(total, lastId), etag: tag }).slice(1);
  pieces.add(`]${rest === '}' ? '' : ','}${rest}`);
  if (writer === undefined && pieces.length <= MAX_WHOLE) {
    await sendWhole(response, pieces.all);
    return;
  }
  await pieces.write((writer ??= writerOf(response)));
  writer.end('');
}

function writerOf(response: ServerResponse): TextWriter {
  compressPieces(response);
  return new TextWriter(response);
}

/** Sends one GeoJSON text. */
export async function sendGeoJson(response: ServerResponse, text: string): Promise<void> {
  response.setHeader('Content-Type', GEOJSON);
  const length = Buffer.byteLength(text);
  setDecompressedSizes(response, length);
  if (text.length <= MAX_LENGTH_AT_ONCE || response.req.method === 'HEAD') {
    await sendWhole(response, [text]);
    return;
  }
  response.setHeader('Content-Length', length);
  const writer = writerOf(response);
  await writer.write(text);
  writer.end('');
}
