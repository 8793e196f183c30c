import type { AuditRecord } from '@cairn/api-schema';

/** Addresses of targets in the page, by operation. */
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
 * The address of each target that still exists, by the identifier of the entry. Entries are newest first, so the first
 * entry of a target shows whether it was deleted.
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
