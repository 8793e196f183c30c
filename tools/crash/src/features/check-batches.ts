import type { FoundSpace } from './check-writes.js';

/** Features that were sent together. */
export interface Batch {
  readonly name: string;
  readonly size: number;
  /** The name of one that must be stored before it, or with it in one version. */
  readonly after?: string;
  /** Acknowledged: how many features of it, from the first on, are stored. */
  acknowledged: number;
}

/** The batches that are found, and the faults of what is found: parts of batches, losses, and gaps between versions. */
export function checkBatches(
  batches: readonly Batch[],
  { features, version }: FoundSpace,
): { readonly survived: number; readonly faults: readonly string[] } {
  const versions = new Map<string, number[]>();
  for (const [id, feature] of features) {
    const name = id.slice(0, id.lastIndexOf('-'));
    versions.set(name, [...(versions.get(name) ?? []), feature.version]);
  }
  const faults = batches.flatMap(({ name, size, acknowledged, after }) => {
    const found = versions.get(name) ?? [];
    if (found.length < acknowledged)
      return [`lost: ${acknowledged - found.length} features of ${name}, which was acknowledged`];
    if (found.length !== 0 && found.length !== size)
      return [`torn: ${found.length} of ${size} features of ${name}`];
    if (found.length > 0 && after !== undefined && !versions.has(after))
      return [`torn: ${name} is stored without ${after}`];
    return new Set(found).size > 1 ? [`torn: ${name} has several versions`] : [];
  });
  const chained = new Map(batches.map(({ name, after }) => [name, after]));
  const taken = [...versions]
    .filter(([name, [first]]) => versions.get(chained.get(name) ?? '')?.[0] !== first)
    .map(([, [first = 0]]) => first)
    .sort((one, other) => one - other);
  const isGapless = taken.every((one, index) => one === index + 1) && version === taken.length;
  return {
    survived: batches.filter(({ name, acknowledged }) => acknowledged === 0 && versions.has(name)).length,
    faults: isGapless ? faults : [...faults, `versions ${taken.join(', ')} of ${version} have gaps`],
  };
}
