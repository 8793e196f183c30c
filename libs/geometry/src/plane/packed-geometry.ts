import { type PackedEdges, packedTreeOf, packEdges, vertexAt } from './packed-edges.js';
import { type IndexedGeometry, type PreparedGeometry } from './prepared-geometry.js';
import type { Vertex } from './vertex.js';

/**
 * The index over the edges of a geometry, to be kept for comparisons with many others: a twelfth of what a
 * `PreparedGeometry` takes. A comparison takes longer by what it looks at.
 */
export class PackedGeometry {
  private readonly edges: PackedEdges;
  /** An x and a y for each. */
  private readonly starts: Float64Array;
  private readonly rest: Pick<IndexedGeometry, 'hasArea' | 'point'>;

  constructor({ edges, starts, hasArea, point }: PreparedGeometry) {
    this.edges = packEdges(edges);
    this.starts = Float64Array.from(starts.flatMap(({ x, y }) => [x, y]));
    this.rest = { hasArea, point };
  }

  get sizeInBytes(): number {
    const { vertices, runs, boxes } = this.edges;
    return vertices.byteLength + runs.byteLength + boxes.byteLength + this.starts.byteLength;
  }

  /** For a few comparisons: all that they look at is held as long as this is. */
  opened(): IndexedGeometry {
    const { edges, starts, rest } = this;
    return {
      ...rest,
      root: packedTreeOf(edges),
      get starts() {
        return verticesOf(starts);
      },
    };
  }
}

function verticesOf(numbers: Float64Array): readonly Vertex[] {
  return Array.from({ length: numbers.length / 2 }, (_, index) => vertexAt(numbers, index));
}
