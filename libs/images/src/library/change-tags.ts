import { Clock, type PortsOf } from '@cairn/kernel';
import { CatalogRepository, type ChangedImages } from '../catalog/catalog-repository.js';
import { parseTagEdit } from '../catalog/tag-change.js';

/** The result of a change of many images, by image identifier. */
export interface ChangedIds {
  /** Images that were different before. */
  readonly changed: readonly string[];
  /** Images that the owner does not have. */
  readonly missing: readonly string[];
}

/** Adds and removes tags of an owner's images. All or none. */
export class EditTags {
  static readonly ports = { catalog: CatalogRepository, clock: Clock };

  constructor(private readonly ports: PortsOf<typeof EditTags.ports>) {}

  /** @throws {InvalidInput} also when one of the images would have too many tags. */
  async execute(
    owner: string,
    ids: readonly string[],
    { add, remove }: { readonly add: readonly string[]; readonly remove: readonly string[] },
  ): Promise<ChangedIds> {
    const { catalog, clock } = this.ports;
    const change = parseTagEdit(add, remove);
    const wanted = [...new Set(ids)];
    return changedIds(wanted, await catalog.changeTags(owner, wanted, { change, now: clock.now() }));
  }
}

/** In the order of `wanted`. */
export function changedIds(wanted: readonly string[], { changed, unchanged }: ChangedImages): ChangedIds {
  const found = new Set([...changed, ...unchanged].map((image) => image.id));
  const done = new Set(changed.map((image) => image.id));
  return { changed: wanted.filter((id) => done.has(id)), missing: wanted.filter((id) => !found.has(id)) };
}
