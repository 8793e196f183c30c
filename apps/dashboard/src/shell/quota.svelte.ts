import { Resource } from '../api/resource.svelte.ts';
import { ownClient } from '../api/client.ts';

/** How many images and bytes there are and may be; loaded again after each change. */
export const quota = new Resource(() => ownClient.quota({ include: 'bytes' }));
