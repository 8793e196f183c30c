import type { GivenLayer, MapRecord, PatchMapBody } from '@cairn/api-schema';

/** A layer of a map that is being changed. */
export type DraftLayer = MapRecord['layers'][number];

/** What the editor changes of a map. */
export type MapDraft = Pick<MapRecord, 'layers' | 'view' | 'baseMap'>;

export type MapView = NonNullable<MapRecord['view']>;

export const draftOf = ({ layers, view, baseMap }: MapRecord): MapDraft => ({ layers, view, baseMap });

/** Whether both are the same JSON, whatever the order of members. */
export const isSame = (one: unknown, other: unknown): boolean => textOf(one) === textOf(other);

const textOf = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );

/** With a layer changed. */
export function withLayer(draft: MapDraft, id: string, change: Partial<DraftLayer>): MapDraft {
  return {
    ...draft,
    layers: draft.layers.map((layer) => (layer.id === id ? { ...layer, ...change } : layer)),
  };
}

/** With a layer above all others. */
export const withNewLayer = (draft: MapDraft, layer: DraftLayer): MapDraft => ({
  ...draft,
  layers: [...draft.layers, layer],
});

export const withoutLayer = (draft: MapDraft, id: string): MapDraft => ({
  ...draft,
  layers: draft.layers.filter((layer) => layer.id !== id),
});

/** With a layer at another place; 0 is the lowest. */
export function withLayerAt(draft: MapDraft, id: string, place: number): MapDraft {
  const layer = draft.layers.find((one) => one.id === id);
  if (layer === undefined) return draft;
  const others = draft.layers.filter((one) => one !== layer);
  return { ...draft, layers: others.toSpliced(Math.max(0, place), 0, layer) };
}

/** An id that no layer has. */
export function newLayerId(layers: readonly Pick<DraftLayer, 'id'>[]): string {
  let number = layers.length + 1;
  while (layers.some(({ id }) => id === `layer-${number}`)) number += 1;
  return `layer-${number}`;
}

/** What must be sent so that the map becomes as in the draft; nothing if it is. */
export function patchOf(base: MapDraft, draft: MapDraft): PatchMapBody | undefined {
  const patch: PatchMapBody = {
    ...(!isSame(base.layers, draft.layers) && { layers: draft.layers.map(givenLayer) }),
    ...(!isSame(base.view, draft.view) && { view: draft.view }),
    ...(base.baseMap !== draft.baseMap && { baseMap: draft.baseMap }),
  };
  return Object.keys(patch).length === 0 ? undefined : patch;
}

function givenLayer({ isGone: _, sharedBy: __, space = '', ...layer }: DraftLayer): GivenLayer {
  return { ...layer, space };
}
