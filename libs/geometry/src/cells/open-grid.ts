import type { CellGrid, Grid } from './cell-grid.js';
import { hexGrid } from './hex-grid.js';
import { quadGrid } from './quad-grid.js';

/** Loads H3 on first use, which takes tens of milliseconds. */
export async function openGrid(grid: Grid): Promise<CellGrid> {
  if (grid.kind === 'quadbin') return quadGrid(grid.zoom, grid.gap);
  return hexGrid(await import('h3-js'), grid.resolution);
}
