/** Which of the two looks a style has. */
export type GroundTheme = 'light' | 'dark';

/** Colours of the ground, as `#rrggbb`. They are pale, so that the data of a map stands out. */
export interface GroundColors {
  readonly water: string;
  readonly land: string;
  readonly river: string;
  readonly border: string;
  readonly division: string;
  readonly country: string;
  readonly place: string;
  readonly halo: string;
}

/** The colours of each theme. */
export const GROUND_COLORS: Readonly<Record<GroundTheme, GroundColors>> = {
  light: {
    water: '#dfe8ea',
    land: '#f7f5f0',
    river: '#d0dde0',
    border: '#bdb7aa',
    division: '#ddd8cd',
    country: '#68635b',
    place: '#57534c',
    halo: '#f7f5f0',
  },
  dark: {
    water: '#10171a',
    land: '#20231f',
    river: '#0d1518',
    border: '#50554d',
    division: '#343831',
    country: '#9a978e',
    place: '#b4b1a8',
    halo: '#1a1d19',
  },
};
