import type { Where } from '@cairn/client';
import type { ColorEntry, ColorLegend } from '@cairn/map-style';

type Visibility = 'on' | 'off';

/** What somebody has chosen to see of a map. */
export interface MapSelection {
  /** Layers that are shown or hidden, other than the map has them. */
  readonly toggled: ReadonlyMap<string, Visibility>;
  /** By layer, the keys of the entries of the legend whose features are shown. A layer without any shows all. */
  readonly picks: ReadonlyMap<string, readonly string[]>;
}

/** The parts of an address that keep a selection. */
interface SelectionParts extends Record<string, string> {
  readonly on: string;
  readonly off: string;
  readonly pick: string;
}

/** Identifies an entry by what it means, in any theme. */
export const keyOf = ({ value, from, to }: ColorEntry): string =>
  value === undefined ? `${from ?? ''}..${to ?? ''}` : JSON.stringify(value);

/** Reads the selection in an address; ignores what it does not understand. */
export function selectionIn(query: Pick<URLSearchParams, 'get'>): MapSelection {
  const ids = (name: string): readonly string[] => (query.get(name) ?? '').split(' ').filter(Boolean);
  const picks = (query.get('pick') ?? '').split(',').map((part) => part.split(' '));
  return {
    toggled: new Map([
      ...ids('on').map((id) => [id, 'on'] as const),
      ...ids('off').map((id) => [id, 'off'] as const),
    ]),
    picks: new Map(
      picks.flatMap(([id = '', ...keys]) => (keys.length === 0 ? [] : [[id, keys.map(decoded)]])),
    ),
  };
}

/** A selection for an address. */
export function partsOf({ toggled, picks }: MapSelection): SelectionParts {
  const ids = (wanted: Visibility): string =>
    [...toggled].flatMap(([id, visibility]) => (visibility === wanted ? [id] : [])).join(' ');
  const pick = [...picks].map(([id, keys]) => [id, ...keys.map(encodeURIComponent)].join(' ')).join(',');
  return { on: ids('on'), off: ids('off'), pick };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Whether a layer is shown. */
export const isShownIn = (
  { toggled }: MapSelection,
  { id, visible }: { readonly id: string; readonly visible: boolean },
): boolean => (toggled.get(id) ?? (visible ? 'on' : 'off')) === 'on';

/** With a layer shown or hidden. */
export function withToggled(
  selection: MapSelection,
  { id, visible }: { readonly id: string; readonly visible: boolean },
  visibility: Visibility,
): MapSelection {
  const toggled = new Map(selection.toggled);
  if (visible === (visibility === 'on')) toggled.delete(id);
  else toggled.set(id, visibility);
  return { ...selection, toggled };
}

/** With an entry picked, or no more. Of categories there may be several; a class takes the place of another. */
export function withPicked(
  selection: MapSelection,
  { id, by }: { readonly id: string; readonly by: ColorLegend['by'] },
  entry: ColorEntry,
): MapSelection {
  const [key, before] = [keyOf(entry), selection.picks.get(id) ?? []];
  const others = by === 'category' ? before.filter((each) => each !== key) : [];
  const keys = before.includes(key) ? others : [...others, key];
  const picks = new Map(selection.picks);
  if (keys.length === 0) picks.delete(id);
  else picks.set(id, keys);
  return { ...selection, picks };
}

/** The condition that features of picked entries meet; `undefined` if nothing is picked that there is. */
export function conditionOf(
  { of, by, property, entries }: ColorLegend,
  keys: readonly string[] = [],
): Where | undefined {
  const picked = entries.filter((entry) => entry.isOther !== true && keys.includes(keyOf(entry)));
  const [first] = picked;
  if (first === undefined || property === undefined || of !== 'property') return undefined;
  if (by === 'category') return { [`p.${property}`]: picked.flatMap(({ value }) => value ?? []) };
  const { from, to } = first;
  return { [`p.${property}`]: { gte: from, lt: to } };
}
