import { Resource } from './resource.svelte.ts';
import { ownClient } from './client.ts';

/** The number and bytes of images, and their quotas, what the server takes, and how long its trash keeps things. Reloaded after each change. */
export const quota = new Resource(() =>
  ownClient.call('GET /api/quota', { query: { include: ['bytes', 'uploads', 'trash'] } }),
);
