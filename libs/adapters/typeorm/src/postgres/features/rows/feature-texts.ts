import { NAMESPACE, type StoredFeature } from '@cairn/spaces';
import type { Candidate, ContentShapes } from '@cairn/spaces/spi';
import type { Connection } from '../../bulk/bulk-connection.js';

/** Longer texts are read one by one, so that many rows together need little memory. */
const MAX_SHARED_BYTES = 8_192;

/**
 * The text of a feature, as `featureText` makes it. Concatenating it here instead takes the event loop three times as
 * long.
 */
const TEXT = `concat(body, '"createdAt":', created_at, ',"updatedAt":', updated_at, ',"version":', version,
  ',"tags":' || to_json(tags)::text, '}}}')`;

/** The columns `id` and text of a feature; null in place of a long text. */
export const TEXT_COLUMNS = `id, CASE WHEN octet_length(body) <= ${MAX_SHARED_BYTES} THEN ${TEXT} END`;

/** A feature with its whole text. */
export interface TextFeature {
  readonly id: string;
  readonly text: string;
}

/** The texts by id, without long ones. */
export async function textsOf(
  connection: Connection,
  spaceKey: number,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await connection.textRows(
    `SELECT ${TEXT_COLUMNS} FROM feature WHERE space_key = $1 AND id = ANY($2::text[])`,
    [spaceKey, ids],
  );
  return new Map(
    rows.flatMap(([id, text]) => (typeof id === 'string' && typeof text === 'string' ? [[id, text]] : [])),
  );
}

export async function longText(connection: Connection, spaceKey: number, id: string): Promise<string> {
  const [[text] = []] = await connection.textRows(
    `SELECT ${TEXT} FROM feature WHERE space_key = $1 AND id = $2`,
    [spaceKey, id],
  );
  return text ?? '';
}

const OPEN = `"${NAMESPACE}":{`;

interface Known {
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly version: number;
  readonly tags?: readonly string[];
}

const parseKnown: (text: string) => Known = JSON.parse;

/** Parses the text into its parts. */
export function storedFeature({ id, text }: TextFeature): StoredFeature {
  const start = text.lastIndexOf(OPEN) + OPEN.length; // quotes in a tag are escaped
  const known = parseKnown(`{${text.slice(start, -2)}`);
  return { id, body: text.slice(0, start), tags: [], ...known };
}

/** From this length on, the shape of a feature is kept. */
const LONG = 16_384;

export function candidateOf(found: TextFeature, shapes: ContentShapes | undefined): Candidate {
  return { feature: storedFeature(found), shapes: found.text.length < LONG ? undefined : shapes };
}
