import { client } from '../../api/client.ts';
import { Resource } from '../../api/resource.svelte.ts';

/** The groups of the account: as they are listed, and as something is shared with them. */
export const groups = new Resource(() => client.groups.list());
