import type { ColorEntry, Legend } from '@cairn/map-style';

interface LegendOf {
  readonly title: string;
  readonly legend: Legend;
}

interface Words {
  /** What other values are called. */
  readonly other: string;
  readonly lang: string;
}

/** What the colors of layers mean: a list for each, in the order of the map. */
export function legendElement(layers: readonly LegendOf[], words: Words): HTMLElement {
  const element = document.createElement('div');
  element.className = 'legend';
  element.append(...layers.map((layer) => layerElement(layer, words)));
  return element;
}

function layerElement({ title, legend: { color } }: LegendOf, words: Words): HTMLElement {
  const list = document.createElement('ul');
  list.append(
    ...color.entries.map((entry) => {
      const item = document.createElement('li');
      item.append(swatch(entry.color), color.by === 'one' ? title : meaningOf(entry, words));
      return item;
    }),
  );
  if (color.by === 'one') return list;
  const section = document.createElement('section');
  const heading = document.createElement('h2');
  heading.textContent = color.property === undefined ? title : `${title}: ${color.property}`;
  section.append(heading, list);
  return section;
}

function swatch(color: string): HTMLElement {
  const element = document.createElement('i');
  element.style.background = color; // by the object model, which the policy for styles allows
  return element;
}

/** What a color means, in the language of the page. */
export function meaningOf({ name, value, from, to, isOther }: ColorEntry, { other, lang }: Words): string {
  const shown = (number: number): string => number.toLocaleString(lang);
  if (name !== undefined) return name;
  if (isOther === true) return other;
  if (from !== undefined && to !== undefined) return `${shown(from)} – ${shown(to)}`;
  if (from !== undefined) return `≥ ${shown(from)}`;
  if (to !== undefined) return `< ${shown(to)}`;
  return typeof value === 'number' ? shown(value) : String(value ?? other);
}
