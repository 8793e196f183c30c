import type { Disposal, TrashEntry } from '@cairn/kernel';
import type { WebMap } from './web-map.js';

/** What the trash shows of a map. Its spaces are not in the trash with it. */
export function trashedMap({ id, owner, title }: WebMap, disposal: Disposal): TrashEntry {
  const { countsBytes, ...deleted } = disposal;
  return { ...deleted, id, kind: 'map', owner, title, sizeInBytes: 0, parts: [{ type: 'map', id }] };
}
