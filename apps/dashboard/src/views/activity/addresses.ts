import type { AuditRecord } from '@cairn/api-schema';

/** Where the target of an operation is shown, by what the operation is about. */
const places: readonly (readonly [operation: RegExp, address: (target: string) => string])[] = [
  [/^(?:uploadImage|patchImage|restoreImage|deleteImage)$/, (id) => `/images/${id}`],
  [/Album(?:Images?)?$/, (id) => `/albums/${id}`],
  [/(?:Space|Features|TileArchive)$/, (id) => `/spaces/${id.replace(/\.pmtiles$/, '')}`],
  [/Feature$/, featureAddress],
];

function featureAddress(target: string): string {
  const [space = '', ...feature] = target.split('/');
  return `/spaces/${space}?feature=${encodeURIComponent(feature.join('/'))}`;
}

/**
 * The address of each target that was not deleted, by the identifier of the entry. Entries come with the latest first: what
 * was done to a target last says whether it is there.
 */
export function addressesOf(entries: readonly AuditRecord[]): ReadonlyMap<string, string> {
  const isGone = new Map<string | undefined, boolean>();
  const found = new Map<string, string>();
  for (const { id, operation, target, status } of entries) {
    const place = places.find(([pattern]) => pattern.test(operation));
    if (target === null || place === undefined) continue;
    const address = place[1](target);
    if (status < 400 && !isGone.has(address))
      isGone.set(address, /^delete(?:Image|Album|Space|Feature)$/.test(operation));
    if (isGone.get(address) !== true && isGone.get(address.split('?')[0]) !== true) found.set(id, address);
  }
  return found;
}
