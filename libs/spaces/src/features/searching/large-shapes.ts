import {
  type BoundingBox,
  boundingBoxesOf,
  type Geometry,
  type IndexedGeometry,
  PackedGeometry,
  prepare,
} from '@cairn/geometry';
import type { StoredFeature } from '../content/stored-feature.js';

/** What comparisons need of a feature's geometry. */
export interface SearchedShape {
  readonly geometry: Geometry | IndexedGeometry;
  readonly boxes: readonly BoundingBox[];
}

/** Memory for the shapes of one store: some hundred of 30,000 positions. */
const MAX_BYTES = 64 * 1024 * 1024;
/** Of an entry, besides the numbers of its shape. */
const ENTRY_BYTES = 1_024;
/** Of an edge, about. */
const EDGE_BYTES = 21;

interface Kept {
  readonly shape: PackedGeometry;
  readonly boxes: readonly BoundingBox[];
}

/**
 * The edges of large shapes, indexed once: a small box is compared with a shape of 30,000 positions in the time of a few
 * edges, without its text. The least recently used ones are forgotten.
 */
export class LargeShapes {
  /** The least recently used first. */
  private readonly kept = new Map<string, Kept>();
  private bytes = 0;

  constructor(private readonly maxBytes = MAX_BYTES) {}

  get sizeInBytes(): number {
    return this.bytes;
  }

  /**
   * Those of a content, which `ContentHead` names. Only for features that are committed: a version that was rolled back
   * is given again.
   */
  of(content: string): ContentShapes {
    return {
      find: ({ version, id }, read) => this.find(`${content} ${version} ${id}`, read),
    };
  }

  private find(key: string, read: () => Geometry | null): SearchedShape | undefined {
    const known = this.kept.get(key);
    if (known !== undefined) {
      this.kept.delete(key);
      this.kept.set(key, known);
      return { geometry: known.shape.opened(), boxes: known.boxes };
    }
    const geometry = read();
    if (geometry === null) return undefined;
    const [prepared, boxes] = [prepare(geometry), boundingBoxesOf(geometry)];
    if (prepared.edges.length * EDGE_BYTES < this.maxBytes)
      this.keep(key, { shape: new PackedGeometry(prepared), boxes });
    return { geometry: prepared, boxes };
  }

  private keep(key: string, shape: Kept): void {
    this.kept.set(key, shape);
    this.bytes += sizeOf(shape);
    for (const [oldest, other] of this.kept) {
      if (this.bytes <= this.maxBytes) return;
      this.kept.delete(oldest);
      this.bytes -= sizeOf(other);
    }
  }
}

const sizeOf = ({ shape }: Kept): number => shape.sizeInBytes + ENTRY_BYTES;

/** The large shapes of one content. */
export interface ContentShapes {
  /** `read` gives the geometry of a feature whose shape is not kept. `undefined` without a geometry. */
  readonly find: (
    feature: Pick<StoredFeature, 'id' | 'version'>,
    read: () => Geometry | null,
  ) => SearchedShape | undefined;
}
