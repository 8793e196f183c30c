import { type Position } from '../../geojson/geojson.js';
import { CELL } from '../drawing/dust.js';
import { type Place, type WorldGrid } from './world-grid.js';

/** Units of the side of a square, which is not to vanish when its corners are rounded. */
const LEAST_SIDE = 1 / 16;

/** Polygons too small for a shape, merged by the cells in which the drawing of tiles merges them, with all of their area. */
export class Grains {
  private readonly cells = new Map<string, { readonly place: Place; area: number }>();

  constructor(private readonly grid: WorldGrid) {}

  /** @param area In square units of the grid. */
  add(place: Place, area: number): void {
    const key = `${Math.floor(Math.round(place.x) / CELL)} ${Math.floor(Math.round(place.y) / CELL)}`;
    const cell = this.cells.get(key);
    if (cell === undefined) this.cells.set(key, { place, area });
    else cell.area += area;
  }

  /** A square for each cell, at the place of the first polygon. */
  squares(): readonly (readonly (readonly Position[])[])[] {
    const squares: (readonly (readonly Position[])[])[] = [];
    for (const { place, area } of this.cells.values())
      squares.push([this.squareOf(place, Math.max(LEAST_SIDE, Math.sqrt(area)))]);
    return squares;
  }

  private squareOf({ x, y }: Place, side: number): readonly Position[] {
    const places = [
      { x, y },
      { x, y: y + side },
      { x: x + side, y: y + side },
      { x: x + side, y },
      { x, y },
    ];
    return places.map((place) => this.grid.positionAt(place));
  }
}
