import { client } from '../../api/client.ts';
import { Resource } from '../../api/resource.svelte.ts';
import { session } from '../../session/session.svelte.ts';

/** How a map is shared. */
export type Way = 'link' | 'people';

/** How the maps of the account are shared, by their ids. */
export const sharedMaps = () =>
  new Resource(async (): Promise<ReadonlyMap<string, ReadonlySet<Way>>> => {
    const [links, grants] = await Promise.all([
      session.may('images:write') ? client.list('GET /api/links', { query: { limit: 1_000 } }).all() : [],
      session.may('keys:manage') ? client.list('GET /api/grants', { query: { limit: 1_000 } }).all() : [],
    ]);
    const ways = new Map<string, Set<Way>>();
    const note = (way: Way) => (each: (typeof links | typeof grants)[number]) => {
      if (each.resource.type !== 'map') return;
      ways.set(each.resource.id, (ways.get(each.resource.id) ?? new Set<Way>()).add(way));
    };
    links.forEach(note('link'));
    grants.forEach(note('people'));
    return ways;
  });
