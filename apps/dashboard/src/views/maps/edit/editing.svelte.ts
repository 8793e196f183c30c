import type { StatisticsResponse } from '@cairn/api-schema';
import { isCairnError } from '@cairn/client';
import { popupFaults, styleFaults, type StyleFault } from '@cairn/map-style';
import { SvelteMap } from 'svelte/reactivity';
import { client } from '../../../api/client.ts';
import type { StyleOfMap } from '../../../map-parts/layer-map.ts';
import type { EditedMap, TaggedMap } from './edited-map.ts';
import { readSpace } from './layer-data.ts';
import { draftOf, patchOf, withLayer, type DraftLayer, type MapDraft } from './map-draft.ts';
import { merged } from './merge-maps.ts';
import { firstStep, redone, stepped, undone, type Steps } from './steps.ts';

/** A map that is being changed. */
export class MapEditing {
  /** What the draft began with. */
  base = $state.raw<TaggedMap>() as TaggedMap;
  private steps = $state.raw<Steps<MapDraft>>() as Steps<MapDraft>;
  /** The statistics of spaces that were asked for; `undefined` for those that the user may not read. */
  readonly spaces = new SvelteMap<string, StatisticsResponse | undefined>();
  /** The style of the map as it is stored. */
  stored = $state.raw<StyleOfMap>();

  readonly draft = $derived.by(() => this.steps.now);
  readonly mayUndo = $derived.by(() => this.steps.past.length > 0);
  readonly mayRedo = $derived.by(() => this.steps.future.length > 0);
  readonly patch = $derived.by(() => patchOf(draftOf(this.base.map), this.draft));
  readonly isChanged = $derived.by(() => this.patch !== undefined);
  readonly faulty = $derived.by(() => this.draft.layers.filter((layer) => faultsOf(layer).length > 0));
  /** The draft, but with the last styles and popups that had no faults. */
  readonly drawable = $derived.by(() => ({
    ...this.draft,
    layers: this.draft.layers.flatMap((layer) => this.drawableOf(layer) ?? []),
  }));

  private readonly faultless = new Map<string, Pick<DraftLayer, 'style' | 'popup'>>();

  constructor(
    readonly open: EditedMap,
    base: TaggedMap,
  ) {
    this.base = base;
    this.steps = firstStep(draftOf(base.map));
  }

  /** Reads what the map is drawn of. */
  async load(): Promise<void> {
    const spaceIds = new Set(this.draft.layers.flatMap(({ space }) => space ?? []));
    await Promise.all([this.loadStored(), ...[...spaceIds].map((id) => this.loadSpace(id))]);
  }

  async loadSpace(spaceId: string): Promise<StatisticsResponse | undefined> {
    if (!this.spaces.has(spaceId)) this.spaces.set(spaceId, await readSpace(spaceId));
    return this.spaces.get(spaceId);
  }

  private async loadStored(): Promise<void> {
    const { id } = this.open;
    const style = await client.call('GET /api/maps/{id}/style.json', { params: { id } });
    this.stored = style as unknown as StyleOfMap; // its shape is that of a style with what this service adds
  }

  layer(id: string | undefined): DraftLayer | undefined {
    return this.draft.layers.find((layer) => layer.id === id);
  }

  /** Makes a step. Steps of one subject in a row are taken back at once. */
  change(next: MapDraft, subject?: string): void {
    this.steps = stepped(this.steps, next, subject);
  }

  changeLayer(id: string, change: Partial<DraftLayer>, subject?: string): void {
    this.change(withLayer(this.draft, id, change), subject && `${id} ${subject}`);
  }

  undo(): void {
    this.steps = undone(this.steps);
  }

  redo(): void {
    this.steps = redone(this.steps);
  }

  /** Stores the draft. Resolves with `conflict` if somebody else has changed the map meanwhile. */
  async save(): Promise<'saved' | 'conflict'> {
    const { open, patch } = this;
    if (patch === undefined) return 'saved';
    try {
      await open.patch(patch, this.base);
    } catch (error) {
      if (isCairnError(error, 'conflict') && open.tagged.value !== undefined) return 'conflict';
      throw error;
    }
    this.beginAnew();
    void this.loadStored();
    return 'saved';
  }

  /** Who has changed the map last, if that is told. */
  async lastChangedBy(): Promise<string | undefined> {
    const thing = `map:${this.open.id}`;
    const query = { thing, operation: 'patchMap', limit: 1 };
    const [row] = await client.call('GET /api/activity', { query });
    return row?.by.name ?? undefined;
  }

  /** What others have made of the map, which was read after a conflict, and my changes of it. */
  merge(): ReturnType<typeof merged> | undefined {
    const theirs = this.open.tagged.value;
    return theirs && merged({ base: draftOf(this.base.map), mine: this.draft, theirs: draftOf(theirs.map) });
  }

  /** Goes on with the map as others have left it, with my changes or without. */
  async goOn(how: 'with-mine' | 'without'): Promise<void> {
    const draft = this.merge()?.draft;
    this.beginAnew();
    if (how === 'with-mine' && draft !== undefined) this.change(draft);
    await this.load();
  }

  /** Drops what is not stored. */
  discard(): void {
    this.steps = firstStep(draftOf(this.base.map));
  }

  private beginAnew(): void {
    this.base = this.open.tagged.value ?? this.base;
    this.steps = firstStep(draftOf(this.base.map));
  }

  private drawableOf(layer: DraftLayer): DraftLayer | undefined {
    const { id, style, popup } = layer;
    if (faultsOf(layer).length === 0) this.faultless.set(id, { style, popup });
    const shown = this.faultless.get(id);
    return shown && { ...layer, ...shown };
  }
}

/** What is wrong with a layer. Pointers begin with `/style` or `/popup`. */
export function faultsOf({ style, popup }: Pick<DraftLayer, 'style' | 'popup'>): readonly StyleFault[] {
  const below = (name: string, faults: readonly StyleFault[]) =>
    faults.map(({ pointer, reason }) => ({ pointer: `/${name}${pointer}`, reason }));
  return [
    ...below('style', styleFaults(style)),
    ...(popup === undefined ? [] : below('popup', popupFaults(popup))),
  ];
}
