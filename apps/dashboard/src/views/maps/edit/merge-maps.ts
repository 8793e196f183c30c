import { isSame, type DraftLayer, type MapDraft } from './map-draft.ts';

interface Versions {
  /** The version that both started from. */
  readonly base: MapDraft;
  readonly mine: MapDraft;
  readonly theirs: MapDraft;
}

interface Merged {
  /** What both have changed, mine where both changed the same. */
  readonly draft: MapDraft;
  /** The titles of layers that both have changed. */
  readonly both: readonly string[];
  /** The titles of layers that they have changed, added or removed. */
  readonly changed: readonly string[];
}

/** Their version with my changes. */
export function merged({ base, mine, theirs }: Versions): Merged {
  const [before, own, other] = [base, mine, theirs].map(({ layers }) => byId(layers)) as [Layers, Layers, Layers]; // prettier-ignore
  const isTheirs = (id: string): boolean => isSame(own.get(id), before.get(id));
  const kept = (id: string): DraftLayer | undefined => (isTheirs(id) ? other.get(id) : own.get(id));
  const order = orderOf({ base, mine, theirs });
  const changed = [...new Set([...before.keys(), ...other.keys()])].filter((id) => !isSame(other.get(id), before.get(id))); // prettier-ignore
  const titles = (ids: readonly string[]) => ids.map((id) => (other.get(id) ?? before.get(id))?.title ?? '');
  return {
    draft: {
      layers: order.flatMap((id) => kept(id) ?? []),
      view: isSame(mine.view, base.view) ? theirs.view : mine.view,
      baseMap: mine.baseMap === base.baseMap ? theirs.baseMap : mine.baseMap,
    },
    both: titles(changed.filter((id) => !isTheirs(id) && !isSame(own.get(id), other.get(id)))),
    changed: titles(changed),
  };
}

type Layers = ReadonlyMap<string, DraftLayer>;

const byId = (layers: readonly DraftLayer[]): Layers => new Map(layers.map((layer) => [layer.id, layer]));

/** The order of the side that has changed it, mine if both did; new layers of the other side come last. */
function orderOf({ base, mine, theirs }: Versions): readonly string[] {
  const idsOf = ({ layers }: MapDraft) => layers.map(({ id }) => id);
  const isMoved = !isSame(
    idsOf(base).filter((id) => idsOf(mine).includes(id)),
    idsOf(mine).filter((id) => idsOf(base).includes(id)),
  );
  const isMine = isMoved || isSame(idsOf(base), idsOf(theirs));
  const [first, second] = isMine ? [mine, theirs] : [theirs, mine];
  return [...new Set([...idsOf(first), ...idsOf(second)])];
}
