/** The finest zoom that is worth packing: a unit of the grid is 2.4 m there for points, 0.6 m for lines and areas. */
const EXACT_ZOOM = { points: 12, shapes: 14 } as const;
/** Even where features are left out for want of room in a tile. */
export const MAX_PACKED_ZOOM = 16;

/** How far tiles have been packed. */
export interface PackedSoFar {
  /** The zoom whose tiles were drawn last. */
  readonly zoom: number;
  /** How many tiles of that zoom have features, and of the zoom before it. */
  readonly occupied: number;
  readonly before: number;
  /** How many have features, of all zooms. */
  readonly tiles: number;
  /** Whether tiles of that zoom leave features out. */
  readonly isThinned: boolean;
}

/** What is packed, and how much of it. */
export interface PackLimits {
  readonly shapes: keyof typeof EXACT_ZOOM;
  /** The most tiles that are drawn to be more exact, and to have all features. */
  readonly forExactness: number;
  readonly forCompleteness: number;
}

/**
 * Whether the next zoom is packed, too. Maps magnify the last one: few points need few zooms, and only where tiles leave
 * features out more are worth their room.
 */
export function isDeeperWorth(
  { zoom, occupied, before, tiles, isThinned }: PackedSoFar,
  { shapes, forExactness, forCompleteness }: PackLimits,
): boolean {
  const growth = before === 0 ? 4 : Math.min(4, Math.max(1, occupied / before));
  const expected = tiles + occupied * growth;
  if (occupied === 0) return false;
  if (isThinned && zoom < MAX_PACKED_ZOOM && expected <= forCompleteness) return true;
  return zoom < EXACT_ZOOM[shapes] && expected <= forExactness;
}
