import { type GridGraph } from './grid-graph.js';
import { fansOf, type Fans, UNKNOWN } from './node-sectors.js';
import { type GridPath } from './snap-path.js';

/**
 * The rings around the area that the edges bound, none of which touches itself: exteriors with a positive area, and holes
 * with a negative one. Connected parts are traced independently of each other.
 *
 * @param graph Its edges meet at their ends alone.
 */
export function traceRings(graph: GridGraph): readonly (readonly GridPath[])[] {
  const fans = fansOf(graph);
  const tracer = new Tracer(graph, fans);
  const parts: (readonly GridPath[])[] = [];
  // The least node of a connected part is its westernmost, and visited first.
  for (let node = 0; node < graph.xs.length; node += 1)
    if (fans.firstInside[node] === UNKNOWN && fans.start[node] !== fans.start[node + 1])
      parts.push(tracer.ringsOf(markInside(node, fans)));
  return parts;
}

/** Separates inside from outside around all nodes connected to the least one, and returns them. */
function markInside(least: number, { start, target, twin, firstInside }: Fans): readonly number[] {
  const reached = [least];
  firstInside[least] = 1;
  for (const node of reached) {
    const first = start[node] ?? 0;
    for (let spoke = first; spoke < (start[node + 1] ?? 0); spoke += 1) {
      const other = target[spoke] ?? 0;
      if (firstInside[other] !== UNKNOWN) continue;
      const insideAfter = (firstInside[node] ?? 0) ^ ((spoke - first) & 1);
      const back = (twin[spoke] ?? 0) - (start[other] ?? 0);
      firstInside[other] = insideAfter ^ 1 ^ (back & 1);
      reached.push(other);
    }
  }
  return reached;
}

class Tracer {
  private readonly seen: Uint8Array;
  /** The position of a node on the current path; -1 if it is not on it. */
  private readonly places: Int32Array;

  constructor(
    private readonly graph: GridGraph,
    private readonly fans: Fans,
  ) {
    this.seen = new Uint8Array(fans.target.length);
    this.places = new Int32Array(graph.xs.length).fill(-1);
  }

  ringsOf(nodes: readonly number[]): readonly GridPath[] {
    const { start, firstInside } = this.fans;
    const rings: GridPath[] = [];
    for (const node of nodes) {
      const first = start[node] ?? 0;
      // Every second spoke has the inside after it.
      for (let spoke = first + (1 - (firstInside[node] ?? 0)); spoke < (start[node + 1] ?? 0); spoke += 2)
        if (this.seen[spoke] === 0) this.walk([node, spoke], rings);
    }
    return rings;
  }

  /** Walks around a face. Each return to a visited node closes a ring. */
  private walk([first, along]: readonly [node: number, spoke: number], rings: GridPath[]): void {
    const { start, target, twin } = this.fans;
    const path: number[] = [];
    let [node, spoke] = [first, along];
    while (this.seen[spoke] === 0) {
      this.seen[spoke] = 1;
      this.places[node] = path.length;
      path.push(node);
      const next = target[spoke] ?? 0;
      const place = this.places[next] ?? -1;
      if (place >= 0) rings.push(this.ringOf(path.splice(place)));
      const back = twin[spoke] ?? 0;
      spoke = back === start[next] ? (start[next + 1] ?? 0) - 1 : back - 1;
      node = next;
    }
  }

  private ringOf(nodes: readonly number[]): GridPath {
    const ring: number[] = [];
    for (const node of nodes) {
      this.places[node] = -1;
      ring.push(this.graph.xs[node] ?? 0, this.graph.ys[node] ?? 0);
    }
    return ring;
  }
}
