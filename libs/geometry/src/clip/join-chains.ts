import { type Vertex } from '../plane/vertex.js';
import { type Chain, type Ring } from './chains.js';
import { depthOf, type HalfPlane } from './half-plane.js';

/** Where a chain meets the line. */
interface End {
  readonly chain: Chain;
  readonly isStart: boolean;
  /** Where on the line. */
  readonly at: number;
  /** How the chain leaves the line, to order ends at one place. */
  readonly slope: number;
}

/**
 * Closes the chains to rings along the line. From one end to the next along the line is inside, then outside, and so on;
 * so the first is joined to the second, and the third to the fourth.
 */
export function joinChains(chains: readonly Chain[], half: HalfPlane): readonly Ring[] {
  const ends = chains
    .flatMap((chain) => [startOf(chain, half), exitOf(chain, half)])
    .sort((one, other) => one.at - other.at || one.slope - other.slope);
  const starts = new Map(ends.filter(({ isStart }) => isStart).map((end) => [end.chain, end]));
  const exits = new Map(ends.filter(({ isStart }) => !isStart).map((end) => [end.chain, end]));
  const partners = new Map(ends.map((end, index) => [end, ends[index % 2 === 0 ? index + 1 : index - 1]]));

  const left = new Set(chains);
  return chains.flatMap((first) => {
    const ring: Vertex[] = [];
    let entry = starts.get(first);
    while (entry !== undefined && left.delete(entry.chain)) {
      for (const vertex of entry.isStart ? entry.chain : entry.chain.toReversed()) ring.push(vertex);
      const exit = (entry.isStart ? exits : starts).get(entry.chain);
      entry = exit && partners.get(exit);
    }
    return ring.length > 0 ? [ring] : [];
  });
}

const startOf = (chain: Chain, half: HalfPlane): End => ({
  chain,
  isStart: true,
  ...placeOf(chain[0], chain[1], half),
});
const exitOf = (chain: Chain, half: HalfPlane): End => ({
  chain,
  isStart: false,
  ...placeOf(chain.at(-1), chain.at(-2), half),
});

function placeOf(end: Vertex | undefined, inner: Vertex | undefined, half: HalfPlane) {
  if (end === undefined || inner === undefined) return { at: NaN, slope: NaN };
  const along = half.axis === 'x' ? 'y' : 'x';
  return { at: end[along], slope: (inner[along] - end[along]) / depthOf(inner, half) };
}
