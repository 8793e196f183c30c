import { client } from '../../../api/client.ts';

const PAGE = 200;

/** Phones may leave out where a photo was taken. Other devices hand out files as they are. */
export const mayHidePlaces = (): boolean => matchMedia('(pointer: coarse)').matches;

/** Which of these new images have no place. */
export async function thoseWithoutPlace(ids: ReadonlySet<string>): Promise<ReadonlySet<string>> {
  const found: string[] = [];
  const newest = client.list('GET /api/images', {
    query: { without: ['place'], sort: 'newest', limit: PAGE },
  });
  for await (const page of newest.pages()) {
    const mine = page.filter(({ id }) => ids.has(id));
    found.push(...mine.map(({ id }) => id));
    if (mine.length === 0) break; // older ones
  }
  return new Set(found);
}
