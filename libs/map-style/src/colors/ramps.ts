/** Colors from one end of a range of numbers to the other, as `#rrggbb`. */
export interface Ramp {
  /** `sequential`: from pale to dark. `diverging`: from one hue over a pale middle to another hue. */
  readonly kind: 'sequential' | 'diverging';
  readonly colors: readonly string[];
}

const sequential = (hex: string): Ramp => ({ kind: 'sequential', colors: listOf(hex) });
const diverging = (hex: string): Ramp => ({ kind: 'diverging', colors: listOf(hex) });
const listOf = (hex: string): readonly string[] => hex.split(' ').map((color) => `#${color}`);

const ramps = {
  // By ColorBrewer, as are those below that are not named otherwise.
  YlGnBu: sequential('ffffd9 edf8b1 c7e9b4 7fcdbb 41b6c4 1d91c0 225ea8 253494 081d58'),
  // Of matplotlib, from their bright end, like Cividis (Nuñez, Anderson, Renslow 2018) and Magma.
  Viridis: sequential('fde725 addc30 5ec962 28ae80 21918c 2c728e 3b528b 472d7b 440154'),
  Cividis: sequential('fdea45 e2cb5c bbaf71 9a9478 7f7c75 62646f 3c4d6e 11366c 002051'),
  Magma: sequential('fcfdbf fec488 fc8961 e75263 b73779 832681 51127c 1d1147 000004'),
  Blues: sequential('f7fbff deebf7 c6dbef 9ecae1 6baed6 4292c6 2171b5 08519c 08306b'),
  Greens: sequential('f7fcf5 e5f5e0 c7e9c0 a1d99b 74c476 41ab5d 238b45 006d2c 00441b'),
  Oranges: sequential('fff5eb fee6ce fdd0a2 fdae6b fd8d3c f16913 d94801 a63603 7f2704'),
  Purples: sequential('fcfbfd efedf5 dadaeb bcbddc 9e9ac8 807dba 6a51a3 54278f 3f007d'),
  Greys: sequential('ffffff f0f0f0 d9d9d9 bdbdbd 969696 737373 525252 252525 000000'),
  PuOr: diverging('2d004b 542788 8073ac b2abd2 d8daeb f7f7f7 fee0b6 fdb863 e08214 b35806 7f3b08'),
  RdYlBu: diverging('a50026 d73027 f46d43 fdae61 fee090 ffffbf e0f3f8 abd9e9 74add1 4575b4 313695'),
  RdBu: diverging('67001f b2182b d6604d f4a582 fddbc7 f7f7f7 d1e5f0 92c5de 4393c3 2166ac 053061'),
};

/** A name of `RAMPS`. */
export type RampName = keyof typeof ramps;

/** The ramps, the usual ones first. Neighbouring classes differ for eyes that do not tell all colors apart, too. */
export const RAMPS: Readonly<Record<RampName, Ramp>> = ramps;
