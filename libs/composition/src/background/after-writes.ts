import { AlbumRepository, CatalogRepository } from '@cairn/images/spi';
import { Trash, UserJobRepository } from '@cairn/kernel';
import { PhotoLinkRepository } from '@cairn/photo-places/spi';
import { FeatureTrash, SpaceRepository } from '@cairn/spaces/spi';
import type { Container } from 'inversify';

/** Whom to tell of changes. */
export interface Listeners {
  changed(): void;
  /** Told after `changed`. */
  spaceUpdated(): void;
  imageAdded(): void;
  photosLinked(): void;
  featuresWanted(): void;
  userJobAdded(): void;
}

/** Makes the container's repositories tell of every change. They must not have been resolved yet. */
export function notifyAfterWrites(container: Container, listeners: Listeners): void {
  const changed = (): void => listeners.changed();
  container.onActivation(CatalogRepository, (_, catalog) => {
    const told = afterWrites(
      catalog,
      [
        ...(['add', 'addOrFind', 'addCopy', 'remove', 'removeAll', 'restore', 'update', 'describe'] as const),
        ...(['changeTags', 'changeVisibility', 'changeDetails', 'changeTaken'] as const),
      ],
      changed,
    );
    // With another edit an image has to be described again.
    const added = ['add', 'addOrFind', 'addCopy', 'restore', 'update'] as const;
    return afterWrites(told, added, () => listeners.imageAdded());
  });
  container.onActivation(AlbumRepository, (_, albums) =>
    afterWrites(albums, ['add', 'update', 'remove', 'restore', 'place', 'take'], changed),
  );
  container.onActivation(Trash, (_, trash) =>
    afterWrites(trash, ['purge', 'purgeExpired', 'purgeExcess'], changed),
  );
  container.onActivation(UserJobRepository, (_, jobs) => {
    const told = afterWrites(jobs, ['advance'], changed);
    return afterWrites(told, ['add'], () => listeners.userJobAdded());
  });
  container.onActivation(PhotoLinkRepository, (_, links) =>
    afterWrites(links, ['put', 'end', 'wake'], () => listeners.photosLinked()),
  );
  container.onActivation(FeatureTrash, (_, trash) =>
    afterWrites(trash, ['want'], () => listeners.featuresWanted()),
  );
  container.onActivation(SpaceRepository, (_, spaces) => {
    const told = afterWrites(spaces, ['add', 'update', 'remove', 'restore'], changed);
    return afterWrites(told, ['update', 'restore'], () => listeners.spaceUpdated());
  });
}

/** Wraps the port: `tell` is called after each of the named methods has succeeded. */
function afterWrites<T extends object>(port: T, methods: readonly (keyof T & string)[], tell: () => void): T {
  const names = new Set<PropertyKey>(methods);
  const known = new Map<PropertyKey, unknown>();
  const wrapped = (name: PropertyKey): unknown => {
    const member: unknown = Reflect.get(port, name);
    if (typeof member !== 'function') return member;
    if (!names.has(name)) return member.bind(port);
    return async (...args: readonly unknown[]): Promise<unknown> => {
      const result: unknown = await Reflect.apply(member, port, args);
      tell();
      return result;
    };
  };
  return new Proxy(port, {
    get: (_, name) => {
      if (!known.has(name)) known.set(name, wrapped(name));
      return known.get(name);
    },
  });
}
