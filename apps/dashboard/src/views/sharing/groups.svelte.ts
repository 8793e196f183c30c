import { client } from '../../api/client.ts';
import { Resource } from '../../api/resource.svelte.ts';

/** The groups of the account, for their list and for sharing. */
export const groups = new Resource(async () => (await client.call('GET /api/groups')).groups);
