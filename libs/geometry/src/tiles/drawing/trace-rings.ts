import { type GridGraph, type Node, xOf, yOf } from './grid-graph.js';

/** A node, with its neighbours by the angle at which they are seen, and whether the first sector between two is inside. */
interface Fan {
  readonly around: readonly Node[];
  isFirstInside?: boolean;
}

/**
 * The rings around the area that the edges bound, none of which touches itself: exteriors with a positive area, and holes
 * with a negative one. The parts that are connected are seen alone, as if no other were around them.
 *
 * @param graph Its edges meet at their ends alone.
 */
export function traceRings(graph: GridGraph): readonly (readonly number[][])[] {
  const fans = new Map<Node, Fan>();
  for (const [node, others] of graph.nodes()) fans.set(node, { around: byAngle(node, others) });
  // The least node of a connected part has nothing to its west, and is met before the others of its part.
  return [...fans.keys()]
    .sort((one, other) => one - other)
    .flatMap((node) => {
      const fan = fans.get(node);
      if (fan === undefined || fan.isFirstInside !== undefined) return [];
      return [ringsOf(markInside(node, fans), fans)];
    });
}

function byAngle(node: Node, others: ReadonlySet<Node>): readonly Node[] {
  const [x, y] = [xOf(node), yOf(node)];
  const angle = (other: Node) => Math.atan2(yOf(other) - y, xOf(other) - x);
  return [...others].sort((one, other) => angle(one) - angle(other));
}

/** Tells inside from outside around all nodes that are connected to the least of them, and returns them. */
function markInside(least: Node, fans: Map<Node, Fan>): readonly Node[] {
  const reached = [least];
  const first = fans.get(least);
  if (first !== undefined) first.isFirstInside = true;
  for (const node of reached) {
    const fan = fans.get(node);
    for (const [index, other] of fan?.around.entries() ?? []) {
      const next = fans.get(other);
      if (next === undefined || next.isFirstInside !== undefined) continue;
      const isInsideAfter = fan?.isFirstInside === (index % 2 === 0);
      const back = next.around.indexOf(node);
      next.isFirstInside = isInsideAfter !== (back % 2 === 0);
      reached.push(other);
    }
  }
  return reached;
}

function ringsOf(nodes: readonly Node[], fans: Map<Node, Fan>): readonly number[][] {
  const rings: number[][] = [];
  const seen = new Map<Node, Set<Node>>();
  for (const node of nodes) {
    for (const [index, other] of fans.get(node)?.around.entries() ?? []) {
      const isInsideAfter = fans.get(node)?.isFirstInside === (index % 2 === 0);
      if (isInsideAfter && seen.get(node)?.has(other) !== true) walk([node, other], { fans, seen, rings });
    }
  }
  return rings;
}

interface Walk {
  readonly fans: Map<Node, Fan>;
  readonly seen: Map<Node, Set<Node>>;
  readonly rings: number[][];
}

/** Goes around a face with the inside at the left; each time it is back at a node, what lies between is a ring. */
function walk([start, second]: readonly [Node, Node], { fans, seen, rings }: Walk): void {
  const path: Node[] = [];
  const places = new Map<Node, number>();
  let [from, to] = [start, second];
  for (;;) {
    const left = seen.get(from) ?? new Set<Node>();
    if (left.has(to)) break;
    seen.set(from, left.add(to));
    places.set(from, path.length);
    path.push(from);
    const place = places.get(to);
    if (place !== undefined) {
      const ring = path.splice(place);
      for (const node of ring) places.delete(node);
      rings.push(ring.flatMap((node) => [xOf(node), yOf(node)]));
    }
    const around = fans.get(to)?.around ?? [];
    const next = around.at(around.indexOf(from) - 1) ?? start;
    [from, to] = [to, next];
  }
}
