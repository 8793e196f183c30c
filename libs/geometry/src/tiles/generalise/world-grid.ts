import { type Position } from '../../geojson/geojson.js';

/** Units along the side of a tile. */
const EXTENT = 4_096;
/** Beyond it Web Mercator has no tiles; HERE's map has. */
const MERCATOR_END = 85;

/** A place on the grid: whole units from the antimeridian to the east and from the north to the south. */
export interface Place {
  readonly x: number;
  readonly y: number;
}

/**
 * The grid of the tiles of one zoom, over the whole world, in Web Mercator. Whoever snaps positions to it and back finds
 * them in the same units of a tile as before. Beyond 85° north and south its units are those of the equator.
 */
export class WorldGrid {
  private readonly units: number;
  /** Rounding factor of coordinates: a hundredth of a unit or less. */
  private readonly precision: number;

  constructor(zoom: number) {
    this.units = EXTENT * 2 ** zoom;
    this.precision = 10 ** Math.ceil(Math.log10(this.units / 360) + 2.5);
  }

  exact([longitude, latitude]: Position): Place {
    const x = (longitude / 360 + 0.5) * this.units;
    return { x, y: this.partOf(latitude) * this.units };
  }

  snapped(position: Position): Place {
    const { x, y } = this.exact(position);
    return { x: Math.round(x), y: Math.round(y) };
  }

  positionAt({ x, y }: Place): Position {
    const part = y / this.units;
    return [this.rounded((x / this.units - 0.5) * 360), this.rounded(latitudeAt(part))];
  }

  /** How much of the map's height is north of a latitude; beyond the ends of Web Mercator it goes on in degrees. */
  private partOf(latitude: number): number {
    if (Math.abs(latitude) <= MERCATOR_END) return mercatorPart(latitude);
    const end = Math.sign(latitude) * MERCATOR_END;
    return mercatorPart(end) - (latitude - end) / 360;
  }

  private rounded(degrees: number): number {
    return Math.round(degrees * this.precision) / this.precision;
  }
}

function mercatorPart(latitude: number): number {
  const sine = Math.sin((latitude * Math.PI) / 180);
  return 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
}

const NORTH_END = mercatorPart(MERCATOR_END);

function latitudeAt(part: number): number {
  if (part < NORTH_END) return Math.min(90, MERCATOR_END + (NORTH_END - part) * 360);
  if (part > 1 - NORTH_END) return Math.max(-90, -MERCATOR_END - (part - 1 + NORTH_END) * 360);
  return (Math.atan(Math.sinh(Math.PI * (1 - 2 * part))) * 180) / Math.PI;
}
