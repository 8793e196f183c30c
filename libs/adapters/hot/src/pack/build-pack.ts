import { type BoundingBox, boundingBoxesOf } from '@cairn/geometry';
import { compareTexts } from '@cairn/kernel';
import type { FeatureChunk } from '@cairn/spaces';
import { boundsOf, type ContentVersion, featureLevel, idHash, readFeature } from '@cairn/spaces/spi';
import Flatbush from 'flatbush';
import { bytes, Column, double64, whole32 } from './column.js';
import { fillTable, slotCount } from './id-table.js';
import { type PackContent, PLAIN_POINT } from './pack-content.js';
import { beginsWithId } from './packed-texts.js';
import { roundedDown, roundedUp } from './rounding.js';
import { TextSegments } from './text-segments.js';

/** A pack needs more memory than it may take. */
export class PackTooLarge extends Error {
  constructor(readonly sizeInBytes: number) {
    super(`The pack needs more memory than it may take: ${Math.ceil(sizeInBytes / 2 ** 20)} MiB or more.`);
  }
}

/** What a pack is built of, and how large it may get. */
export interface PackBuild {
  /** The version that the features are of. */
  readonly at: ContentVersion;
  /** About how many features there are: saves copying while it grows. */
  readonly expected?: number | undefined;
  /** Asked again and again while the pack grows. */
  readonly fits: (sizeInBytes: number) => boolean;
}

/**
 * Builds a pack of all features of a content, as a query without criteria gives them. Works in any thread.
 * @throws {PackTooLarge}
 */
export async function buildPack(
  chunks: AsyncIterable<Pick<FeatureChunk, 'text' | 'bytes'>>,
  { at, expected = 0, fits }: PackBuild,
): Promise<PackContent> {
  const growing = new GrowingPack(expected);
  for await (const chunk of chunks) {
    growing.add(chunk.bytes ?? Buffer.from(chunk.text));
    if (growing.isFull || !fits(growing.sizeInBytes)) throw new PackTooLarge(growing.sizeInBytes);
  }
  return growing.finish(at);
}

/** Bytes of a feature besides its text and its boxes: offset, trait, and slots of its id. */
const FEATURE_BYTES = 4 + 1 + 1.5 * 1.5 * 4;
/** Bytes of a box: exact, in the tree with its inner nodes, and the first box of a feature. */
const BOX_BYTES = 32 + 20 * (16 / 15) + 4;

/** Offsets have 32 bits; a chunk is much shorter than the rest. */
const MOST_TEXT_BYTES = 2 ** 32 - 2 ** 30;

const LINE_FEED = 0x0a;
/** The bytes of a separator before its line feed. */
const COMMA = 1;

class GrowingPack {
  private readonly texts = new TextSegments();
  private readonly offsets: Column;
  private readonly traits: Column;
  private readonly hashes: Column;
  private readonly firstBoxes: Column;
  private readonly boxes: Column;
  private bounds: BoundingBox | undefined;
  private lastId = '';
  private count = 0;
  private hasOneBoxEach = true;

  constructor(expected: number) {
    this.offsets = new Column(whole32, expected + 1);
    this.traits = new Column(bytes, expected);
    this.hashes = new Column(whole32, expected);
    this.firstBoxes = new Column(whole32, 0);
    this.boxes = new Column(double64, 4 * expected);
  }

  /** About how much memory the finished pack takes, if no more comes. */
  get sizeInBytes(): number {
    return this.texts.size + this.count * FEATURE_BYTES + (this.boxes.length / 4) * BOX_BYTES;
  }

  /** Whether texts may begin where an offset cannot tell. */
  get isFull(): boolean {
    return this.texts.size >= MOST_TEXT_BYTES;
  }

  /** Adds the features of a chunk. */
  add(chunk: Uint8Array): void {
    const joined = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    for (let start = 0; start < joined.length;) {
      const lineFeed = joined.indexOf(LINE_FEED, start);
      this.addFeature(joined.subarray(start, lineFeed === -1 ? joined.length : lineFeed - COMMA));
      start = lineFeed === -1 ? joined.length : lineFeed + 1;
    }
  }

  finish(at: ContentVersion): PackContent {
    this.offsets.add(this.texts.size);
    const hashes = new Uint32Array(this.hashes.finish());
    const slots = whole32(slotCount(this.count));
    fillTable(slots, hashes);
    const boxes = this.boxes.finish();
    return {
      at,
      featureCount: this.count,
      bounds: this.bounds,
      texts: this.texts.finish(),
      offsets: this.offsets.finish(),
      traits: this.traits.finish(),
      boxes,
      firstBoxes: this.finishFirstBoxes(),
      tree: treeOf(new Float64Array(boxes)),
      ids: slots.buffer,
    };
  }

  private addFeature(bytesOfText: Buffer): void {
    const text = bytesOfText.toString('utf8');
    const { id = '', geometry } = readFeature(text);
    const isNext = typeof id === 'string' && (this.count === 0 || compareTexts(id, this.lastId) > 0);
    if (!isNext || !beginsWithId(text, id)) throw new TypeError(`The feature ${id} is not in its place.`);
    const boxes = geometry ? boundingBoxesOf(geometry) : [];
    const isPlain =
      geometry?.type === 'Point' && boxes.length === 1 && Math.abs(geometry.coordinates[0] ?? 180) < 180;
    this.offsets.add(this.texts.add(bytesOfText));
    this.traits.add(featureLevel(id, boxes) | (isPlain ? PLAIN_POINT : 0));
    this.hashes.add(idHash(id));
    this.addBoxes(boxes);
    this.lastId = id;
    this.count += 1;
  }

  private addBoxes(boxes: readonly BoundingBox[]): void {
    const first = this.boxes.length / 4;
    if (boxes.length !== 1 && this.hasOneBoxEach) {
      this.hasOneBoxEach = false;
      for (let box = 0; box < this.count; box += 1) this.firstBoxes.add(box);
    }
    if (!this.hasOneBoxEach) this.firstBoxes.add(first);
    for (const box of boxes) for (const edge of box) this.boxes.add(edge);
    if (boxes.length > 0) this.bounds = boundsOf([this.bounds, ...boxes]);
  }

  private finishFirstBoxes(): SharedArrayBuffer | undefined {
    if (this.hasOneBoxEach) return undefined;
    this.firstBoxes.add(this.boxes.length / 4);
    return this.firstBoxes.finish();
  }
}

function treeOf(boxes: Float64Array): SharedArrayBuffer | undefined {
  if (boxes.length === 0) return undefined;
  const tree = new Flatbush(boxes.length / 4, undefined, Float32Array, SharedArrayBuffer);
  for (let at = 0; at < boxes.length; at += 4) {
    const edge = (side: number): number => boxes[at + side] ?? 0;
    tree.add(roundedDown(edge(0)), roundedDown(edge(1)), roundedUp(edge(2)), roundedUp(edge(3)));
  }
  tree.finish();
  return tree.data instanceof SharedArrayBuffer ? tree.data : undefined;
}
