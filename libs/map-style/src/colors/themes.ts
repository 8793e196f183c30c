/** What a map is looked at on: a light ground with dark texts, or a dark one with light texts. */
export type Theme = 'light' | 'dark';

/** Colors of what is not data. */
export interface ThemeColors {
  /** Around every shape, because many colors of data are hardly seen on the ground. */
  readonly outline: string;
  readonly text: string;
  /** Around texts. */
  readonly halo: string;
  /** Of features that have no value. */
  readonly other: string;
}

export const THEME_COLORS: Readonly<Record<Theme, ThemeColors>> = {
  light: { outline: '#57534c', text: '#2b2925', halo: '#f7f5f0', other: '#a5a19a' },
  dark: { outline: '#b4b1a8', text: '#eceae4', halo: '#1a1d19', other: '#6b6962' },
};
