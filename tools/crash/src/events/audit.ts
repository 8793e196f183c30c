import type { Cycle } from '../kills.js';

/** The file in the data folder that has a line for each handled event. */
export const HANDLED = 'handled.ndjson';

/** A change of an aggregate. `version` counts the updates before it. `stored` describes the final state. */
export interface Change {
  readonly type: string;
  readonly id: string;
  readonly version: number;
}

/** The order of events of one aggregate. */
const ranks = [
  'space-created',
  'image-added',
  'image-described',
  'space-updated',
  'image-removed',
  'space-deleted',
];

/** Compares the handled events with the acknowledged changes and with the stored state. */
export function audit({
  acknowledged,
  handled,
  stored,
}: Readonly<Record<'acknowledged' | 'handled' | 'stored', readonly Change[]>>): Cycle {
  const known = new Set<string>();
  const latest = new Map<string, Change>();
  const faults: string[] = [];
  for (const change of handled) {
    if (known.has(nameOf(change))) continue;
    known.add(nameOf(change));
    const before = latest.get(aggregateOf(change));
    if (before !== undefined && order(before) >= order(change))
      faults.push(`out of order: ${nameOf(change)} after ${nameOf(before)}`);
    latest.set(aggregateOf(change), change);
  }
  for (const change of acknowledged) if (!known.has(nameOf(change))) faults.push(`lost: ${nameOf(change)}`);
  const left = new Map(stored.map(({ id, version }) => [id, version]));
  for (const change of latest.values()) {
    if (isOfImage(change)) continue;
    const expected = change.type === 'space-deleted' ? undefined : change.version;
    const found = left.get(change.id);
    if (found !== expected) faults.push(`not as stored: ${nameOf(change)}, stored ${found}`);
  }
  for (const id of left.keys()) if (!latest.has(`space ${id}`)) faults.push(`lost: everything of ${id}`);
  return { counts: { 'events handled': known.size, 'handled again': handled.length - known.size }, faults };
}

function isOfImage({ type }: Change): boolean {
  return type.startsWith('image');
}

/** An image and a space may have the same identifier. */
function aggregateOf(change: Change): string {
  return `${isOfImage(change) ? 'image' : 'space'} ${change.id}`;
}

function nameOf({ type, id, version }: Change): string {
  return `${type} ${id} ${version}`;
}

function order({ type, version }: Change): number {
  return ranks.indexOf(type) * 1_000 + version;
}
