import { type Vertex } from '../plane/vertex.js';
import { crossingOf, depthOf, type HalfPlane } from './half-plane.js';

type Path = readonly Vertex[];

/** The stretches of a line inside all half-planes, their edges included; where it only touches one there is none. */
export function clipLine(path: Path, halves: readonly HalfPlane[]): readonly Path[] {
  return halves.reduce<readonly Path[]>(
    (paths, half) => paths.flatMap((stretch) => clipToHalf(stretch, half)),
    [path],
  );
}

function clipToHalf(path: Path, half: HalfPlane): readonly Path[] {
  if (path.every((vertex) => depthOf(vertex, half) >= 0)) return [path];
  const stretches: Vertex[][] = [];
  let stretch: Vertex[] = [];
  let before: Vertex | undefined;
  for (const vertex of path) {
    const isInside = depthOf(vertex, half) >= 0;
    if (before !== undefined && isInside !== depthOf(before, half) >= 0) {
      stretch.push(isInside ? crossingOf(vertex, before, half) : crossingOf(before, vertex, half));
    }
    if (isInside) stretch.push(vertex);
    else {
      stretches.push(stretch);
      stretch = [];
    }
    before = vertex;
  }
  return [...stretches, stretch].map(withoutRepeats).filter(({ length }) => length > 1);
}

const withoutRepeats = (path: Path): Path =>
  path.filter(({ x, y }, index) => index === 0 || path[index - 1]?.x !== x || path[index - 1]?.y !== y);
