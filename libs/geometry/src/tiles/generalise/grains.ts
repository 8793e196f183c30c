import { type Position } from '../../geojson/geojson.js';
import { CELL, PARTS, type PlacedGrain } from '../drawing/dust.js';
import { type WorldGrid } from './world-grid.js';

/** Polygons too small for a shape, merged by the cells in which the drawing of tiles merges them, with all of their area. */
export class Grains {
  private readonly cells = new Map<string, { readonly position: Position; area: number }>();

  constructor(private readonly grid: WorldGrid) {}

  /** @param area In square units of the grid. */
  add(first: Position, area: number): void {
    const place = this.grid.snapped(first);
    const key = `${Math.floor(place.x / CELL)} ${Math.floor(place.y / CELL)}`;
    const parts = Math.round(area * PARTS);
    const cell = this.cells.get(key);
    if (cell === undefined) this.cells.set(key, { position: this.grid.positionAt(place), area: parts });
    else cell.area += parts;
  }

  /** One for each cell, at the place of the first polygon. */
  all(): readonly PlacedGrain[] {
    return [...this.cells.values()];
  }
}
