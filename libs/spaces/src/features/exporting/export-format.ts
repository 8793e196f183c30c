import { FEATURE_SEPARATOR } from '../content/stored-feature.js';

/** How exported features are written, CSV aside: `geojson-seq` is RFC 8142, `ndjson` a feature on each line. */
export type JsonFormat = 'geojson' | 'geojson-seq' | 'ndjson';

/** The text before the features, between two of them, and after them. */
export interface Framing {
  readonly start: string;
  readonly between: string;
  readonly end: string;
  /** The text if there are no features. */
  readonly none: string;
}

const RECORD_SEPARATOR = '\x1e';

export const framings: Readonly<Record<JsonFormat, Framing>> = {
  geojson: {
    start: '{"type":"FeatureCollection","features":[\n',
    between: FEATURE_SEPARATOR,
    end: '\n]}\n',
    none: '{"type":"FeatureCollection","features":[]}\n',
  },
  'geojson-seq': { start: RECORD_SEPARATOR, between: `\n${RECORD_SEPARATOR}`, end: '\n', none: '' },
  ndjson: { start: '', between: '\n', end: '\n', none: '' },
};

/**
 * Puts the texts of chunks into their frame. The text of a feature has no line feed, so every separator that is found
 * is one between features.
 */
export async function* framed(
  chunks: AsyncIterable<{ readonly text: string }>,
  { start, between, end, none }: Framing,
): AsyncGenerator<string, void, undefined> {
  let isFirst = true;
  for await (const { text } of chunks) {
    const joined = between === FEATURE_SEPARATOR ? text : text.replaceAll(FEATURE_SEPARATOR, between);
    yield `${isFirst ? start : between}${joined}`;
    isFirst = false;
  }
  yield isFirst ? none : end;
}
