import type { ServerResponse } from 'node:http';
import { FEATURE_SEPARATOR, type FeatureFailure, type WriteResult } from '@cairn/spaces';
import { GEOJSON } from '../reading/feature-response.js';
import { setDecompressedSizes } from '../../responses/decompressed-sizes.js';
import { TextWriter } from '../../responses/text-writer.js';

const LENGTH_AT_ONCE = 256 * 1024;

interface Written {
  readonly result: WriteResult;
  readonly tag: string;
  readonly pointerOf: (index: number) => string;
}

/** Sends the stored features, and which were inserted, updated and deleted. Empty lists are left out. */
export async function sendWritten(
  response: ServerResponse,
  { result, tag, pointerOf }: Written,
): Promise<void> {
  const { features, inserted, updated, deleted, failed } = result;
  response.setHeader('Content-Type', GEOJSON);
  const writer = new TextWriter(response);
  let isWhole = true;
  let text = '{"type":"FeatureCollection","features":[';
  for (const [index, feature] of features.entries()) {
    text += index === 0 ? feature : FEATURE_SEPARATOR + feature;
    if (text.length < LENGTH_AT_ONCE) continue;
    if (isWhole) setDecompressedSizes(response); // how long all of it is shows at its end
    isWhole = false;
    await writer.write(text);
    text = '';
  }
  const failures = failed.map((failure) => failureView(failure, pointerOf));
  const lists = Object.entries({ inserted, updated, deleted, failed: failures });
  const rest = Object.fromEntries(lists.filter(([, list]) => list.length > 0));
  const end = `${text}],${JSON.stringify({ ...rest, etag: tag }).slice(1)}`;
  if (isWhole) setDecompressedSizes(response, Buffer.byteLength(end));
  writer.end(end);
}

function failureView(
  { id, index, reason, detail, pointer }: FeatureFailure,
  pointerOf: Written['pointerOf'],
) {
  const rest = pointer?.replace(/^\/\d+/, '') ?? '';
  return {
    ...(id !== undefined && { id }),
    position: index,
    message: detail,
    code: reason,
    pointer: pointerOf(index) + rest,
  };
}
