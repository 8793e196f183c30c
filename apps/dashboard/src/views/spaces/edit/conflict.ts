import { isSame, type FeatureContent } from './feature-content.ts';

export type Side = 'mine' | 'theirs';

/** A part that differs between two versions of a feature. */
export interface Difference {
  readonly kind: 'geometry' | 'tags' | 'property';
  /** Of a property. */
  readonly name: string;
  /** `undefined` if the part is missing. */
  readonly mine: unknown;
  readonly theirs: unknown;
  /** The side that changed the part; mine, if both did. */
  readonly suggested: Side;
}

interface Versions {
  /** The version that both started from. */
  readonly base: FeatureContent;
  readonly mine: FeatureContent;
  readonly theirs: FeatureContent;
}

/** The differences between my version and theirs. */
export function differencesOf({ base, mine, theirs }: Versions): readonly Difference[] {
  const difference = (kind: Difference['kind'], read: (version: FeatureContent) => unknown, name = '') => {
    const [before, my, their] = [read(base), read(mine), read(theirs)];
    const suggested: Side = isSame(my, before) ? 'theirs' : 'mine';
    return isSame(my, their) ? [] : [{ kind, name, mine: my, theirs: their, suggested }];
  };
  const names = new Set([...Object.keys(mine.properties), ...Object.keys(theirs.properties)]);
  return [
    ...difference('geometry', ({ geometry }) => geometry),
    ...[...names].flatMap((name) => difference('property', ({ properties }) => properties[name], name)),
    ...difference('tags', ({ tags }) => tags),
  ];
}

/** Their version, with the parts that are kept from mine. */
export function resolved(
  { mine, theirs }: Pick<Versions, Side>,
  kept: readonly Difference[],
): FeatureContent {
  const keeps = (kind: Difference['kind']) => kept.some((each) => each.kind === kind);
  const properties = new Map(Object.entries(theirs.properties));
  for (const { kind, name, mine: value } of kept) {
    if (kind === 'property' && value === undefined) properties.delete(name);
    else if (kind === 'property') properties.set(name, value);
  }
  return {
    geometry: keeps('geometry') ? mine.geometry : theirs.geometry,
    properties: Object.fromEntries(properties),
    tags: keeps('tags') ? mine.tags : theirs.tags,
  };
}
