import { type BoundingBox } from '../geojson/bounding-box.js';

/** A growing bounding box in the plane of degrees. */
export class Extent {
  west = Infinity;
  south = Infinity;
  east = -Infinity;
  north = -Infinity;

  add(x: number, y: number): this {
    this.west = Math.min(this.west, x);
    this.south = Math.min(this.south, y);
    this.east = Math.max(this.east, x);
    this.north = Math.max(this.north, y);
    return this;
  }

  addExtent(other: Extent): this {
    return other.isEmpty ? this : this.add(other.west, other.south).add(other.east, other.north);
  }

  get isEmpty(): boolean {
    return this.west > this.east;
  }

  toBox(): BoundingBox {
    return [this.west, this.south, this.east, this.north];
  }
}
