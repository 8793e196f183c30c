import { type Feature, generalised, type Geometry, positionCountOf } from '@cairn/geometry';
import { isMembers, type JsonMembers, without } from '../../json/json.js';
import { bodyOf, featureOf, KNOWN_MEMBERS } from '../content/feature-body.js';
import { featureText, NAMESPACE, type StoredFeature, withKnown } from '../content/stored-feature.js';

/** A large feature as tiles of a zoom need it. */
export interface FeatureCopy {
  /** Of `COPY_ZOOMS`. */
  readonly zoom: number;
  /** As that of a `StoredFeature`. */
  readonly body: string;
}

/** Zooms that large features have copies for. Above, detailed ones would hardly become smaller. */
export const COPY_ZOOMS: readonly number[] = [0, 1, 2, 3, 4];

/** Features with more positions have copies. */
const MAX_POSITIONS = 5_000;

/** In code units: a shorter body has no room for so many positions. */
export const LEAST_LARGE_BODY = MAX_POSITIONS * '[0,0],'.length;

/** Which copies tiles of a zoom are drawn of; `undefined` for zooms that need large features themselves. */
export const copyZoomFor = (zoom: number): number | undefined =>
  COPY_ZOOMS.includes(zoom) ? zoom : undefined;

/** The copies of a feature with this body; none of one that is not large. */
export function copiesOf(body: string): readonly FeatureCopy[] {
  const { geometry, ...feature } = featureOf(body);
  if (!geometry || positionCountOf(geometry) <= MAX_POSITIONS) return [];
  const id = String(feature.id);
  const foreign = JSON.stringify(without(feature, ...KNOWN_MEMBERS));
  const properties = JSON.stringify(without(feature.properties ?? {}, NAMESPACE));
  return COPY_ZOOMS.map((zoom) => {
    const copy = JSON.stringify(generalised(geometry, zoom));
    return { zoom, body: bodyOf({ id, foreign, geometry: copy, properties }) };
  });
}

/** The text of a feature that has the body of its copy for a zoom; `generalisedFor` takes it as it is. */
export const copyText = (copied: StoredFeature, zoom: number): string =>
  withKnown(featureText(copied), { [COPY]: zoom });

/** In the namespace of a copy: which one it is. No client can write it. */
const COPY = 'copyZoom';

/** A feature without its geometry, and the geometry that tiles of a zoom draw. */
export interface GeneralisedFeature {
  readonly geometry: Geometry | null | undefined;
  readonly members: JsonMembers;
}

/**
 * What tiles of a zoom draw of a feature: of a large one what its copy has, no matter whether it comes as that copy. So
 * tiles do not depend on which copies a store has.
 */
export function generalisedFor(feature: Feature & JsonMembers, zoom: number): GeneralisedFeature {
  const { geometry, ...members } = feature;
  const { properties = {} } = members;
  const known = isMembers(properties) ? properties[NAMESPACE] : undefined;
  if (isMembers(known) && COPY in known) {
    const namespace = without(known, COPY);
    return { geometry, members: { ...members, properties: { ...properties, [NAMESPACE]: namespace } } };
  }
  const copied = copyZoomFor(zoom);
  if (!geometry || copied === undefined || positionCountOf(geometry) <= MAX_POSITIONS)
    return { geometry, members };
  return { geometry: generalised(geometry, copied), members };
}
