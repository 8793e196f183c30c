import { ownClient } from './client.ts';
import { Resource } from './resource.svelte.ts';

/** How many photos of guests wait for a decision. Reloaded when the page is looked at again, and after each decision. */
export const waiting = new Resource(
  async () => (await ownClient.call('GET /api/contributions', { query: { limit: 1 } })).count,
);
