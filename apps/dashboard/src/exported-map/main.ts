import type { MapElement } from './exported-map.ts';

// The program of a map that was exported as a folder. A dynamically imported part loads its style sheets.
const element = document.querySelector<MapElement>('.map[data-light]');
if (element !== null) await (await import('./exported-map.ts')).showMap(element);
