import type { BoundingBox, Place } from '@cairn/geometry';
import { compareTexts } from '@cairn/kernel';
import type { StoredFeature } from '@cairn/spaces';
import { type ContentVersion, storedFeatureOf } from '@cairn/spaces/spi';
import Flatbush from 'flatbush';
import { positionIn } from './id-table.js';
import { LEVEL_BITS, type PackContent, PLAIN_POINT, sizeOf } from './pack-content.js';
import { PackedTexts } from './packed-texts.js';

/**
 * Reads a pack. Features have positions, from 0 on, in the order of their ids. A position that the pack does not have
 * must not be asked for.
 */
export class ContentPack {
  readonly at: ContentVersion;
  readonly featureCount: number;
  readonly bounds: BoundingBox | undefined;
  /** The size of its memory. */
  readonly sizeInBytes: number;
  /** The edges of all boxes, four of each. */
  readonly edges: Float64Array;
  private readonly texts: PackedTexts;
  private readonly traits: Uint8Array;
  private readonly firstBoxes: Uint32Array | undefined;
  private readonly slots: Uint32Array;
  private readonly tree: Flatbush | undefined;

  constructor(readonly content: PackContent) {
    this.at = content.at;
    this.featureCount = content.featureCount;
    this.bounds = content.bounds;
    this.sizeInBytes = sizeOf(content);
    this.texts = new PackedTexts(content.texts, new Uint32Array(content.offsets));
    this.traits = new Uint8Array(content.traits);
    this.edges = new Float64Array(content.boxes);
    this.firstBoxes = content.firstBoxes && new Uint32Array(content.firstBoxes);
    this.slots = new Uint32Array(content.ids);
    this.tree = content.tree && Flatbush.from(content.tree);
  }

  idAt(position: number): string {
    return this.texts.idAt(position);
  }

  featureAt(position: number): StoredFeature {
    return storedFeatureOf({ id: this.idAt(position), text: this.texts.textAt(position) });
  }

  /** The size of the feature's text in UTF-8. */
  sizeAt(position: number): number {
    return this.texts.sizeAt(position);
  }

  /** Copies the text of a feature to that place of the bytes, and returns its size. */
  copyAt(position: number, target: Uint8Array, offset: number): number {
    return this.texts.copyAt(position, target, offset);
  }

  levelAt(position: number): number {
    return this.traitAt(position) & LEVEL_BITS;
  }

  /** Whether the geometry is a point, and its one box is the position. */
  isPlainPoint(position: number): boolean {
    return (this.traitAt(position) & PLAIN_POINT) !== 0;
  }

  /** The position of a plain point, in degrees. */
  pointAt(position: number): Place {
    const at = 4 * this.firstBoxOf(position);
    return [this.edges[at] ?? 0, this.edges[at + 1] ?? 0];
  }

  /** The number of its first box. Those up to the first one of the next feature are its boxes. */
  firstBoxOf(position: number): number {
    return this.firstBoxes === undefined ? position : (this.firstBoxes[position] ?? 0);
  }

  boxesAt(position: number): readonly BoundingBox[] {
    const boxes: BoundingBox[] = [];
    const edge = (at: number): number => this.edges[at] ?? 0;
    const end = 4 * this.firstBoxOf(position + 1);
    for (let at = 4 * this.firstBoxOf(position); at < end; at += 4)
      boxes.push([edge(at), edge(at + 1), edge(at + 2), edge(at + 3)]);
    return boxes;
  }

  /** The position of the feature with that id; `undefined` where there is none. */
  positionOf(id: string): number | undefined {
    const json = Buffer.from(JSON.stringify(id));
    return positionIn(this.slots, id, (position) => this.texts.hasId(position, json));
  }

  /** How many features have a smaller id: where a feature with that id is or would be. */
  placeOf(id: string): number {
    let [low, high] = [0, this.featureCount];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compareTexts(this.idAt(middle), id) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /**
   * Calls `visit` with the position of each feature that has a box near these boxes, and of a few that have none;
   * several times for some. `isInside`: it has one box, which surely lies in one of these. Ends once `visit` returns
   * false.
   */
  search(boxes: readonly BoundingBox[], visit: (position: number, isInside: boolean) => boolean): void {
    const { tree, firstBoxes } = this;
    for (const [west, south, east, north] of boxes) {
      const ends = (box: number, ...at: BoundingBox): boolean => {
        if (firstBoxes !== undefined) return !visit(this.positionOfBox(box), false);
        return !visit(box, at[0] >= west && at[1] >= south && at[2] <= east && at[3] <= north);
      };
      if (tree?.collides(west, south, east, north, ends) === true) return;
    }
  }

  private positionOfBox(box: number): number {
    const { firstBoxes } = this;
    if (firstBoxes === undefined) return box;
    let [low, high] = [0, this.featureCount - 1];
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if ((firstBoxes[middle] ?? 0) <= box) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  private traitAt(position: number): number {
    return this.traits[position] ?? 0;
  }
}
