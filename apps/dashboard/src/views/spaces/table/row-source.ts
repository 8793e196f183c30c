import type { Feature, FeatureFilters } from '@cairn/client';
import { client } from '../../../api/client.ts';
import type { PageSource } from '../../../api/paged-list.svelte.ts';
import type { RowOrder } from './columns.ts';

/** The table shows no geometries, and those of some spaces are long. */
export const SELECTION = ['!geometry'];
/** For each page of sorted rows, the server looks at all features. */
const SORTED_PAGE = 1_000;

interface Rows {
  readonly spaceId: string;
  readonly filters: FeatureFilters;
  readonly order: RowOrder | undefined;
}

/** The rows of the table, page by page. */
export function rowSource({ spaceId, filters, order }: Rows): PageSource<Feature> {
  const chosen = { ...filters, selection: SELECTION };
  if (order === undefined) return (limit) => client.features.iterate(spaceId, { ...chosen, limit });
  const sort = `${order.member}:${order.direction}`;
  return (limit) =>
    client.features.iterate(spaceId, { ...chosen, sort, limit: Math.max(limit, SORTED_PAGE) });
}
