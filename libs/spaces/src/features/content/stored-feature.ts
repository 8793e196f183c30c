/** The member of `properties` that holds the data which the service adds to a feature. */
export const NAMESPACE = '@ns:com:here:xyz';

/**
 * Separates the texts of features. The text of a feature has no line feed, so the separator never occurs inside one.
 * Joined texts are the items of the `features` of a collection as they are.
 */
export const FEATURE_SEPARATOR = ',\n';

/**
 * Cuts joined texts of features into pieces of at most this length, between features. A longer feature is a piece of
 * its own.
 */
export function* featurePieces(texts: string, length: number): Generator<string, void, undefined> {
  let start = 0;
  for (let end = 0; end < texts.length; start = end + FEATURE_SEPARATOR.length) {
    const within = texts.lastIndexOf(FEATURE_SEPARATOR, start + length);
    const found = within > start ? within : texts.indexOf(FEATURE_SEPARATOR, start);
    end = found === -1 || start + length >= texts.length ? texts.length : found;
    yield texts.slice(start, end);
  }
}

/** Follows the members of the namespace. */
const CLOSING = '}}}';

/** A feature as it is stored; times in epoch milliseconds. */
export interface StoredFeature {
  readonly id: string;
  /**
   * Its GeoJSON text up to and including `"@ns:com:here:xyz":{`. That member comes last in `properties`, and
   * `properties` last in the feature.
   */
  readonly body: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** The version of the space in which it was written. */
  readonly version: number;
  /** Normalised and distinct. */
  readonly tags: readonly string[];
}

/**
 * The feature's whole GeoJSON text: `body`, `"createdAt":1,"updatedAt":1,"version":1`, then `,"tags":["a"]` if there
 * are any, then `}}}`. A store may also build it in SQL.
 */
export function featureText({ body, createdAt, updatedAt, version, tags }: StoredFeature): string {
  const known = `"createdAt":${createdAt},"updatedAt":${updatedAt},"version":${version}`;
  return `${body}${known}${tags.length > 0 ? `,"tags":${JSON.stringify(tags)}` : ''}${CLOSING}`;
}

/** The whole text of a feature with more numbers in its namespace. Their names must not be there yet. */
export function withKnown(text: string, known: Readonly<Record<string, number>>): string {
  const members = JSON.stringify(known).slice(1, -1);
  return `${text.slice(0, -CLOSING.length)},${members}${CLOSING}`;
}
