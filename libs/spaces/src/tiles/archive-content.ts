import type { ArchiveContent, JsonObject } from '@cairn/geometry';
import type { ContentState } from '../features/read-content-state.js';

/** Where a space without shapes is. */
const WORLD = [-180, -85.0511, 180, 85.0511] as const;

/** What an archive says of its tiles besides their zooms. */
export function archiveContent({ space, head }: ContentState): Pick<ArchiveContent, 'bounds' | 'metadata'> {
  const { id, title, description, settings } = space;
  const [west, south, east, north] = head.bounds ?? WORLD;
  const metadata: JsonObject = {
    ...{ name: title, type: 'overlay', vector_layers: [{ id, fields: fieldsOf(head) }] },
    ...(description && { description }),
    ...(settings.copyright && { attribution: settings.copyright.map(({ label }) => label).join(', ') }),
  };
  return { bounds: west <= east ? [west, south, east, north] : [-180, south, 180, north], metadata };
}

/** The attributes of the layer, with the type of their values. */
function fieldsOf({ summary }: Pick<ContentState['head'], 'summary'>): JsonObject {
  const types = new Map<string, Set<string>>();
  for (const { name, type } of summary.properties)
    if (type !== 'null') types.set(name, (types.get(name) ?? new Set()).add(fieldType(type)));
  const fields: (readonly [string, string])[] = [...types].map(([name, all]) => [
    name,
    all.size === 1 ? [...all].join() : 'Mixed',
  ]);
  return Object.fromEntries<string>([...fields, ['id', 'String']]);
}

function fieldType(type: string): string {
  if (type === 'number') return 'Number';
  return type === 'boolean' ? 'Boolean' : 'String';
}
