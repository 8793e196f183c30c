/** Units of the grid of a tile along its side, as in most maps. */
export const TILE_EXTENT = 4096;

/**
 * The buffer that maps want beyond each side, in units: lines and outlines that are drawn up to 4 of 256 pixels wide
 * then meet at the edges.
 */
export const MAP_BUFFER = 64;
