import type { ColorEntry, ColorLegend, Legend, SizeLegend } from '@cairn/map-style';
import './legend.css';
import { meaningOf, type LegendWords } from './meaning.ts';

/** A layer in a legend. */
export interface LegendLayer {
  readonly id: string;
  /** Empty if the page says it already. */
  readonly title: string;
  readonly legend: Legend;
  /** Whether the layer is on the map. */
  readonly isShown: boolean;
  /** Whether an entry is selected; none is by default. */
  readonly isPicked?: ((entry: ColorEntry) => boolean) | undefined;
}

export interface LegendOptions {
  readonly words: LegendWords;
  /** With it, layers can be shown and hidden. */
  readonly ontoggle?: ((layerId: string, isShown: boolean) => void) | undefined;
  /** With it, categories and classes can be selected. */
  readonly onpick?: ((layerId: string, entry: ColorEntry) => void) | undefined;
}

/** What the colors and sizes of layers mean. Can be used with the keyboard. */
export class MapLegend {
  readonly element = document.createElement('div');

  constructor(private readonly options: LegendOptions) {
    this.element.className = 'map-legend';
  }

  /** Shows these layers, in this order. Who is on a control of the legend stays there. */
  show(layers: readonly LegendLayer[]): void {
    const { activeElement } = document;
    const key =
      activeElement instanceof HTMLElement && this.element.contains(activeElement)
        ? activeElement.dataset['key']
        : undefined;
    this.element.replaceChildren(...layers.map((layer) => this.section(layer)));
    if (key === undefined) return;
    const controls = this.element.querySelectorAll<HTMLElement>('[data-key]');
    [...controls].find(({ dataset }) => dataset['key'] === key)?.focus();
  }

  private section(layer: LegendLayer): HTMLElement {
    const { title, legend, isShown } = layer;
    const section = make('section', { class: 'map-legend-layer' });
    const isPlain = legend.color.by === 'one';
    const heading = make('h3', {}, isPlain ? this.swatch(legend.color.entries[0]) : '', title);
    if (this.options.ontoggle !== undefined) section.append(this.toggle(layer, heading));
    else if (title !== '') section.append(heading);
    if (!isShown) return section;
    if (!isPlain) section.append(...this.colors(layer));
    for (const [sizes, kind] of [
      [legend.sizes, 'size'],
      [legend.widths, 'width'],
    ] as const)
      // prettier-ignore
      if (sizes !== undefined) section.append(...this.sizes(sizes, kind));
    return section;
  }

  private toggle({ id, isShown }: LegendLayer, heading: HTMLElement): HTMLElement {
    const box = make('input', { type: 'checkbox', class: 'check', 'data-key': id });
    box.checked = isShown;
    box.addEventListener('change', () => this.options.ontoggle?.(id, box.checked));
    return make('label', {}, box, heading);
  }

  private colors(layer: LegendLayer): readonly HTMLElement[] {
    const { words } = this.options;
    const { by, of, property, entries } = layer.legend.color;
    const name = of === 'count' ? words.count : property;
    const caption = name === undefined ? [] : [make('p', { class: 'map-legend-by' }, name)];
    const stops = by === 'ramp' ? entries.filter(({ isOther }) => isOther !== true) : [];
    const others = entries.filter((entry) => !stops.includes(entry));
    return [
      ...caption,
      ...(stops.length > 0 ? [this.ramp(stops, of)] : []),
      ...(others.length > 0
        ? [make('ul', {}, ...others.map((entry) => make('li', {}, this.entry(layer, entry))))]
        : []),
    ];
  }

  private entry(layer: LegendLayer, entry: ColorEntry): HTMLElement {
    const { words, onpick } = this.options;
    const meaning = meaningOf(entry, words);
    const parts = [this.swatch(entry), make('span', {}, meaning)];
    const isSelectable =
      onpick !== undefined && layer.legend.color.of === 'property' && entry.isOther !== true;
    if (!isSelectable) return make('span', { class: 'map-legend-entry' }, ...parts);
    const button = make(
      'button',
      {
        type: 'button',
        class: 'map-legend-entry',
        'aria-pressed': String(layer.isPicked?.(entry) ?? false),
        'data-key': `${layer.id} ${meaning}`,
      },
      ...parts,
    );
    button.addEventListener('click', () => onpick(layer.id, entry));
    return button;
  }

  /** Colors that pass into one another, from the first to the last value. */
  private ramp(stops: readonly ColorEntry[], of: ColorLegend['of']): HTMLElement {
    const { words } = this.options;
    const ends = [stops[0], stops.at(-1)].map((entry) => (entry ? meaningOf(entry, words) : ''));
    const [least, most] = of === 'density' ? [words.few, words.many] : ends;
    const bar = make('i', { class: 'map-legend-ramp' });
    bar.style.background = `linear-gradient(to right, ${stops.map(({ color }) => color).join(', ')})`;
    return make('p', { class: 'map-legend-scale' }, bar, make('span', {}, least), make('span', {}, most));
  }

  private sizes({ property, entries }: SizeLegend, kind: 'size' | 'width'): readonly HTMLElement[] {
    const items = entries.map(({ value, size }) => {
      const mark = make('i', { class: `map-legend-${kind}` });
      mark.style[kind === 'size' ? 'width' : 'height'] = `${size}px`;
      if (kind === 'size') mark.style.height = `${size}px`;
      return make('li', { class: 'map-legend-entry' }, mark, value.toLocaleString(this.options.words.lang));
    });
    return [make('p', { class: 'map-legend-by' }, property), make('ul', {}, ...items)];
  }

  private swatch(entry: ColorEntry | undefined): HTMLElement {
    const element = make('i', { class: 'map-legend-swatch' });
    element.style.background = entry?.color ?? ''; // by the object model, which the policy for styles allows
    return element;
  }
}

function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string>>,
  ...children: readonly (HTMLElement | string | undefined)[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value);
  element.append(...children.filter((child) => child !== undefined));
  return element;
}
