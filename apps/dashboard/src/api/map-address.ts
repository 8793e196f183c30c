import { here } from './account.ts';

/** The address of a map in the page. */
export const addressOfMap = (id: string): string => here(`/maps/${encodeURIComponent(id)}`);

/** The default map of a space has no other id. */
const PREFIX = 'space.';

/** The space of which a map with this id is the default map. */
export const spaceOfDefault = (id: string): string | undefined =>
  id.startsWith(PREFIX) ? id.slice(PREFIX.length) : undefined;

export const defaultMapOf = (spaceId: string): string => PREFIX + spaceId;
