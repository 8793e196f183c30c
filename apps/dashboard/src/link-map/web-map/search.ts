import { make } from '../../map-parts/make.ts';
import type { StyledLayer } from '../../map-parts/layer-map.ts';
import { titleOf, type FoundFeature } from './found-feature.ts';
import type { MapApi } from './map-api.ts';
import type { Words } from './words.ts';

interface SearchOptions {
  readonly api: MapApi;
  readonly words: Words;
  /** Those that are searched now. */
  readonly layers: () => readonly StyledLayer[];
  readonly filterOf: (layer: StyledLayer) => string;
  readonly onchoose: (found: FoundFeature) => void;
}

const PER_LAYER = 10;
/** Whoever types is not searched for after every letter. */
const PAUSE_MS = 250;

/** Finds features by a text in what the map shows of them. */
export class Search {
  readonly element: HTMLElement;
  private readonly input: HTMLInputElement;
  private readonly results = make('ul', { class: 'found' });
  private readonly status = make('p', { role: 'status', class: 'muted' });
  private waiting: ReturnType<typeof setTimeout> | undefined;
  private running: AbortController | undefined;

  constructor(private readonly options: SearchOptions) {
    const { words } = options;
    this.input = make('input', {
      type: 'search',
      'aria-label': words.search,
      placeholder: words.search,
      autocomplete: 'off',
    });
    const form = make('form', { role: 'search' }, this.input);
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      void this.search();
    });
    this.input.addEventListener('input', () => {
      clearTimeout(this.waiting);
      this.waiting = setTimeout(() => void this.search(), PAUSE_MS);
    });
    this.element = make('div', { class: 'map-search' }, form, this.status, this.results);
  }

  /** Searches again, after something else is selected. */
  again(): void {
    if (this.input.value !== '') void this.search();
  }

  private async search(): Promise<void> {
    const { api, words, layers, filterOf } = this.options;
    clearTimeout(this.waiting);
    this.running?.abort();
    this.running = new AbortController();
    const { signal } = this.running;
    const q = this.input.value.trim();
    if (q === '') {
      this.show([], '');
      return;
    }
    this.status.textContent = words.searching;
    try {
      const pages = layers().map(async (layer) => {
        const { features } = await api.features(layer.id, { q, limit: PER_LAYER, filter: filterOf(layer), signal }); // prettier-ignore
        return features.map((feature): FoundFeature => ({ layer, feature }));
      });
      const all = (await Promise.all(pages)).flat();
      const [one, several] = words.found;
      const count = all.length === 1 ? one : several.replace('{count}', String(all.length));
      if (!signal.aborted) this.show(all, all.length === 0 ? words.nothing : count);
    } catch {
      if (!signal.aborted) this.show([], words.failed);
    }
  }

  private show(all: readonly FoundFeature[], status: string): void {
    this.status.textContent = status;
    this.results.replaceChildren(...all.map((found) => make('li', {}, this.result(found))));
  }

  private result(found: FoundFeature): HTMLButtonElement {
    const { title } = found.layer;
    const element = make('button', { type: 'button' }, make('b', {}, titleOf(found)));
    if (this.options.layers().length > 1) element.append(make('span', { class: 'muted' }, title));
    element.addEventListener('click', () => this.options.onchoose(found));
    return element;
  }
}
