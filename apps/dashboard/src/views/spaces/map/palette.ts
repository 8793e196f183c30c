/** A colour as `#rrggbb`. */
type Colour = `#${string}`;

/** The colours of data on maps, which cannot use the CSS variables of the page. */
export interface Palette {
  readonly point: Colour;
  readonly line: Colour;
  readonly area: Colour;
  readonly edge: Colour;
  readonly halo: Colour;
  readonly chosen: Colour;
  /** From few to many. */
  readonly cells: readonly [Colour, Colour, Colour, Colour];
}

const light: Palette = {
  point: '#17634f',
  line: '#17634f',
  area: '#2f8a70',
  edge: '#17634f',
  halo: '#ffffff',
  chosen: '#d9480f',
  cells: ['#fde3c8', '#f79f5c', '#d9480f', '#7a1f05'],
};

const dark: Palette = {
  point: '#74cdab',
  line: '#74cdab',
  area: '#4fb292',
  edge: '#90dcbf',
  halo: '#141513',
  chosen: '#ffa94d',
  cells: ['#4a2a12', '#9a4714', '#f0813a', '#ffdfb8'],
};

const darkSystem = matchMedia('(prefers-color-scheme: dark)');

/** The current theme. */
export function theme(): 'light' | 'dark' {
  const chosen = document.documentElement.dataset['theme'];
  return (chosen === undefined ? darkSystem.matches : chosen === 'dark') ? 'dark' : 'light';
}

/** The colours for the current theme. */
export const palette = (): Palette => (theme() === 'dark' ? dark : light);

/** Calls `change` when the theme of the system or of the page changes. Returns a function that stops this. */
export function watchPalette(change: () => void): () => void {
  const choice = new MutationObserver(change);
  choice.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  darkSystem.addEventListener('change', change);
  return () => {
    choice.disconnect();
    darkSystem.removeEventListener('change', change);
  };
}
