import type { EventFact } from '@cairn/kernel';
import { type Erasure, planErasure, type PropertyFilter } from '@cairn/spaces';
import type { SqliteConnection } from '../connection/sqlite-connection.js';
import { FeatureRows, type Place, placeOf } from './feature-rows.js';
import { FeatureSearch } from './feature-search.js';
import {
  addContent,
  changeContent,
  leaveContent,
  type SpaceContent,
  touchSpace,
  wholeContentOf,
} from './space-content.js';

/** Removes features in the open transaction; the event is still to be appended. */
export function eraseFeatures(
  writer: SqliteConnection,
  spaceId: string,
  { filter, now }: Erasure,
): { readonly erased: number; readonly event: EventFact | undefined } {
  const content = wholeContentOf(writer, spaceId);
  const { key, head } = content;
  const places = filter && placesOf(writer, content, filter);
  const erased = places?.length ?? head.total;
  if (key === undefined || erased === 0) return { erased: 0, event: undefined };
  const plan = planErasure(spaceId, head, erased);
  if (erased < head.total) {
    const rows = new FeatureRows(writer, key);
    for (const place of places ?? []) rows.remove(place);
    changeContent(writer, key, plan.head);
  } else {
    // The rows are left to `purge`: in one transaction to remove many takes too long.
    leaveContent(writer, key);
    addContent(writer, spaceId, plan.head);
  }
  touchSpace(writer, spaceId, now);
  return { erased, event: plan.event };
}

function placesOf(writer: SqliteConnection, content: SpaceContent, filter: PropertyFilter): readonly Place[] {
  const search = new FeatureSearch(writer, content, { criteria: { filter }, purpose: 'facts' });
  const places: Place[] = [];
  for (const step of search.steps())
    for (const row of step) if (search.accepts(row)) places.push(placeOf(row));
  return places;
}
