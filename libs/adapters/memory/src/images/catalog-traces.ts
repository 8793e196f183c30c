import type { Image } from '@cairn/images';
import { counted, isErased, isOwners, type TraceHolder } from '../traces.js';
import type { MemoryCatalogRepository } from './memory-catalog-repository.js';

/** What a catalog knows of an owner. */
export function catalogTraces(catalog: MemoryCatalogRepository): readonly TraceHolder[] {
  const { owners, quotas, byteQuotas, addresses } = catalog;
  const all = (): readonly Image[] => [...owners.values()].flatMap((images) => [...images.values()]);
  const hasQuota = (owner: string): boolean =>
    owners.has(owner) || quotas.has(owner) || byteQuotas.hasOwn(owner);
  return [
    {
      ...counted(
        'images',
        all,
        (image, erased) => isOwners(image, erased) || isErased(image.addedBy, erased),
      ),
      erase: (erased) => {
        const added = all().filter((image) => !isOwners(image, erased) && isErased(image.addedBy, erased));
        for (const { addedBy: _, ...image } of added) owners.get(image.owner)?.set(image.id, image);
        return added.length;
      },
    },
    {
      kind: 'quotas',
      after: ['images'],
      count: ({ owner }) => (hasQuota(owner) ? 1 : 0),
      erase: ({ owner }) => {
        const count = hasQuota(owner) ? 1 : 0;
        owners.delete(owner);
        quotas.delete(owner);
        byteQuotas.forgetOwn(owner);
        return count;
      },
    },
    { kind: 'addresses', count: ({ owner }) => addresses.gone(owner).length },
  ];
}
