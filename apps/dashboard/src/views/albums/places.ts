/** The target of a move: a step, or a gap in the current list of images, 0 before the first one. */
export type Target = 'left' | 'right' | 'front' | number;

interface Known {
  readonly id: string;
}

/** The items that move, the items that stay, and the number of staying items before the moved ones. */
export interface Move<T extends Known> {
  readonly moving: readonly T[];
  readonly others: readonly T[];
  readonly at: number;
}

/** Moves some items of a list. They stay together, in their order. */
export function moveTo<T extends Known>(items: readonly T[], ids: ReadonlySet<string>, to: Target): Move<T> {
  const moving = items.filter(({ id }) => ids.has(id));
  const others = items.filter(({ id }) => !ids.has(id));
  const othersBefore = (gap: number) => items.slice(0, gap).filter(({ id }) => !ids.has(id)).length;
  const isMoving = ({ id }: Known) => ids.has(id);
  const places = {
    front: 0,
    left: Math.max(0, othersBefore(items.findIndex(isMoving)) - 1),
    right: Math.min(others.length, othersBefore(items.findLastIndex(isMoving)) + 1),
  };
  return { moving, others, at: typeof to === 'number' ? othersBefore(to) : places[to] };
}

/** The list after the move. */
export function moved<T extends Known>({ moving, others, at }: Move<T>): readonly T[] {
  return [...others.slice(0, at), ...moving, ...others.slice(at)];
}
