import { takenOf, type Image } from '@cairn/images';
import type { CatalogRepository } from '@cairn/images/spi';
import { sabotaged } from '@cairn/testkit';
import { asking } from './gallery-details.saboteurs.spec.kit.js';

type Sabotage = (catalog: CatalogRepository) => CatalogRepository;

/** When a photo was taken by any clock: not what it is sorted by. */
const instant = (image: Image): number => Date.parse(takenOf(image)?.at ?? '');

/** For the rules about the times, places and cameras of photos. */
export const photoSaboteurs = {
  'photos are sorted by the clock of the camera in both directions, those without a time behind or before': (
    catalog,
  ) =>
    sabotaged(catalog, {
      list: async (owner, query, page) => {
        const found = await catalog.list(owner, query, page);
        if (query.sort !== 'taken') return found;
        return { ...found, images: [...found.images].sort((a, b) => instant(b) - instant(a)) };
      },
    }),
  'a listing by time goes on in the other direction from any of its images': (catalog) =>
    sabotaged(catalog, {
      list: async (owner, query, page) => {
        const { images } = await catalog.list(owner, query, { limit: 1_000 });
        const start = images.findIndex(({ id }) => id === page.after?.id);
        return { images: query.sort === 'taken' ? images.slice(start + 1) : images.slice(0, start) };
      },
    }),
  'photos are found by time, camera and what they lack, a period with its beginning and without its end': (
    catalog,
  ) =>
    asking(catalog, (condition) =>
      condition.kind === 'taken' && condition.until !== undefined
        ? { ...condition, until: condition.until + 1 }
        : condition,
    ),
  'photos are found in a box with its edges, also across the antimeridian, and around a place': (catalog) =>
    asking(catalog, (condition) =>
      condition.kind === 'box' && condition.box.west > condition.box.east
        ? { ...condition, box: { ...condition.box, west: condition.box.east, east: condition.box.west } }
        : condition,
    ),
  'days are counted with the sum of their ratios, latest first, from any day on and for any conditions': (
    catalog,
  ) =>
    sabotaged(catalog, {
      listDays: (owner, request) => catalog.listDays(owner, { ...request, before: undefined }),
    }),
  'days and cameras follow photos as they come, change and go': (catalog) => {
    let first: ReturnType<CatalogRepository['listCameras']> | undefined;
    return sabotaged(catalog, {
      listCameras: (owner, limit) => (first ??= catalog.listCameras(owner, limit)),
    });
  },
  'the times of many are set, shifted and taken back, of all or of none': (catalog) =>
    sabotaged(catalog, {
      changeTaken: async (owner, ids, change) => {
        const changed: Image[] = [];
        const unchanged: Image[] = [];
        for (const id of ids.toReversed()) {
          const one = await catalog.changeTaken(owner, [id], change);
          changed.push(...one.changed);
          unchanged.push(...one.unchanged);
        }
        return { changed, unchanged };
      },
    }),
} satisfies Readonly<Record<string, Sabotage>>;
