/** The member of `properties` that holds what the service knows of a feature. */
export const NAMESPACE = '@ns:com:here:xyz';

/**
 * Between the texts of features: the text of one has no line feed, so that it is told from what is inside of them, and
 * batches are joined to the `features` of a collection as they are.
 */
export const FEATURE_SEPARATOR = ',\n';

/** The texts of features that are joined so, in pieces of this length; a longer feature is a piece alone. */
export function* featurePieces(texts: string, length: number): Generator<string, void, undefined> {
  let start = 0;
  for (let end = 0; end < texts.length; start = end + FEATURE_SEPARATOR.length) {
    const within = texts.lastIndexOf(FEATURE_SEPARATOR, start + length);
    const found = within > start ? within : texts.indexOf(FEATURE_SEPARATOR, start);
    end = found === -1 || start + length >= texts.length ? texts.length : found;
    yield texts.slice(start, end);
  }
}

/** Behind the members of the namespace. */
const CLOSING = '}}}';

/** A feature as it is stored; times in epoch milliseconds. */
export interface StoredFeature {
  readonly id: string;
  /** Its GeoJSON text up to and including `"@ns:com:here:xyz":{`, which comes last in `properties`, and they last in it. */
  readonly body: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** The version of the space that wrote it. */
  readonly version: number;
  /** Normalised and distinct. */
  readonly tags: readonly string[];
}

/**
 * The feature's whole GeoJSON text: `body`, `"createdAt":1,"updatedAt":1,"version":1`, then `,"tags":["a"]` where there
 * are any, then `}}}`. A store may as well put it together in SQL.
 */
export function featureText({ body, createdAt, updatedAt, version, tags }: StoredFeature): string {
  const known = `"createdAt":${createdAt},"updatedAt":${updatedAt},"version":${version}`;
  return `${body}${known}${tags.length > 0 ? `,"tags":${JSON.stringify(tags)}` : ''}${CLOSING}`;
}

/** The whole text of a feature with more numbers in its namespace, which it does not have yet. */
export function withKnown(text: string, known: Readonly<Record<string, number>>): string {
  const members = JSON.stringify(known).slice(1, -1);
  return `${text.slice(0, -CLOSING.length)},${members}${CLOSING}`;
}
