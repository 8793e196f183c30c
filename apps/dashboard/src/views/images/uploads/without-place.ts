import { client } from '../../../api/client.ts';

const PAGE = 200;

/** Phones may leave out where a photo was taken. Other devices hand out files as they are. */
export const mayHidePlaces = (): boolean => matchMedia('(pointer: coarse)').matches;

/** How many of these new images have no place. */
export async function countWithoutPlace(ids: ReadonlySet<string>): Promise<number> {
  let count = 0;
  const newest = client.list('GET /api/images', {
    query: { without: ['place'], sort: 'newest', limit: PAGE },
  });
  for await (const page of newest.pages()) {
    const mine = page.filter(({ id }) => ids.has(id)).length;
    count += mine;
    if (mine === 0) break; // older ones
  }
  return count;
}
