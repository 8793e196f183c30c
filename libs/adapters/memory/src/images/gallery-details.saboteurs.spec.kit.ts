import type { ImageCondition, ImageQuery } from '@cairn/images';
import type { CatalogRepository } from '@cairn/images/spi';
import { sabotaged } from '@cairn/testkit';

/** A catalog that receives another request than its caller's. */
export function asking(
  catalog: CatalogRepository,
  change: (condition: ImageCondition) => ImageCondition,
): CatalogRepository {
  const changed = (query: ImageQuery): ImageQuery => ({ ...query, where: query.where.map(change) });
  return sabotaged(catalog, { list: (owner, query, page) => catalog.list(owner, changed(query), page) });
}

type Sabotage = (catalog: CatalogRepository) => CatalogRepository;

/** For the rules about what is said of photos and how they are edited. */
export const detailsSaboteurs = {
  'what is said of a photo and its edit are returned as they were stored, also by its file': (catalog) =>
    sabotaged(catalog, {
      findFile: async (address) => {
        const file = await catalog.findFile(address);
        return file && { ...file, edit: undefined };
      },
    }),
  'details are set, stay with other changes and are removed, and the time moves on': (catalog) =>
    sabotaged(catalog, {
      update: (owner, id, { rating, ...others }) =>
        catalog.update(owner, id, { ...others, ...(rating !== null && { rating }) }),
    }),
  'details of many images change at once, only of those that differ and that the owner has': (catalog) =>
    sabotaged(catalog, {
      changeDetails: async (owner, ids, change) => {
        await catalog.changeDetails('bob', ids, change);
        return await catalog.changeDetails(owner, ids, change);
      },
    }),
  'the place of many photos is set at once, before that of their files, and taken away': (catalog) =>
    sabotaged(catalog, {
      changeDetails: (owner, ids, { position, ...change }) =>
        catalog.changeDetails(owner, ids, { ...change, ...(position !== null && { position }) }),
    }),
  'images are found by the words of title and caption, as they are now': (catalog) =>
    sabotaged(catalog, {
      changeDetails: (owner, ids, { caption, ...change }) => catalog.changeDetails(owner, ids, change),
    }),
  'favourites and rated images are found, alone and with other conditions, in every order': (catalog) =>
    asking(catalog, (condition) => (condition.kind === 'rating' ? { ...condition, from: -1 } : condition)),
  'images are found by who added them, and by the guest, alone and with other conditions, in every order': (
    catalog,
  ) =>
    asking(catalog, (condition) =>
      condition.kind === 'guest' ? { kind: 'addedBy', by: 'link:one' } : condition,
    ),
  'an edit is set and undone, the file has it at once, and the image is described again': (catalog) =>
    sabotaged(catalog, {
      update: (owner, id, { edit, ...others }) =>
        catalog.update(owner, id, { ...others, ...(edit !== null && { edit }) }),
    }),
} satisfies Readonly<Record<string, Sabotage>>;
