import { columnsOf, rowOf } from '@cairn/map-style';
import { button, make } from '../../map-parts/make.ts';
import type { StyledLayer } from '../../map-parts/layer-map.ts';
import type { FoundFeature } from './found-feature.ts';
import type { Feature, MapApi } from './map-api.ts';
import type { Words } from './words.ts';

interface TableOptions {
  readonly api: MapApi;
  readonly words: Words;
  /** Those that are shown now. */
  readonly layers: () => readonly StyledLayer[];
  readonly filterOf: (layer: StyledLayer) => string;
  readonly onchoose: (found: FoundFeature) => void;
}

const PER_PAGE = 50;
const NOTHING = { features: [], nextCursor: undefined };

/** The features that the map shows as a table, layer by layer and page by page. */
export class FeatureTable {
  readonly element: HTMLElement;
  private readonly choice: HTMLSelectElement;
  private readonly body = make('div', { class: 'scrolled', tabindex: '0', role: 'region' });
  private readonly status = make('p', { role: 'status', class: 'muted' });
  private readonly next: HTMLButtonElement;
  private features: readonly Feature[] = [];
  private cursor: string | undefined;
  /** Of the latest reading. */
  private turn = 0;

  constructor(private readonly options: TableOptions) {
    const { words } = options;
    this.choice = make('select', { 'aria-label': words.layer });
    this.choice.addEventListener('change', () => void this.read());
    this.next = button(words.more, () => this.read(this.cursor));
    this.body.setAttribute('aria-label', words.table);
    this.element = make('div', { class: 'map-table' }, this.choice, this.status, this.body, this.next);
    this.element.hidden = true;
  }

  /** Reads the table anew if it is open: the layers or what is selected may be others. */
  again(): void {
    if (this.element.hidden) return;
    const before = this.choice.value;
    const layers = this.options.layers();
    this.choice.replaceChildren(...layers.map(({ id, title }) => make('option', { value: id }, title)));
    if (layers.some(({ id }) => id === before)) this.choice.value = before;
    this.choice.hidden = layers.length < 2;
    void this.read();
  }

  private async read(cursor?: string): Promise<void> {
    const { api, words, layers, filterOf } = this.options;
    this.turn += 1;
    const { turn } = this;
    const layer = layers().find(({ id }) => id === this.choice.value);
    try {
      const page =
        layer === undefined
          ? NOTHING
          : await api.features(layer.id, { limit: PER_PAGE, cursor, filter: filterOf(layer) });
      if (turn !== this.turn) return;
      this.features = cursor === undefined ? page.features : [...this.features, ...page.features];
      this.cursor = page.nextCursor;
      this.status.textContent = this.features.length === 0 ? words.nothing : '';
      this.next.hidden = this.cursor === undefined;
      this.body.replaceChildren(...(layer === undefined ? [] : [this.table(layer)]));
    } catch {
      this.status.textContent = words.failed;
    }
  }

  private table(layer: StyledLayer): HTMLTableElement {
    const names = new Set(this.features.flatMap(({ properties }) => Object.keys(properties ?? {})));
    const columns = columnsOf(layer, names);
    const heads = [this.options.words.title, ...columns.map(({ property, name = property }) => name)];
    const rows = this.features.map((feature) => {
      const { id, properties } = feature;
      const row = rowOf({ id, properties: properties ?? {} }, { popup: layer.popup, columns });
      const open = button(row.title, () => this.options.onchoose({ layer, feature }));
      const cells = row.cells.map((cell) => make('td', {}, cell));
      return make('tr', {}, make('th', { scope: 'row' }, open), ...cells);
    });
    const head = make('tr', {}, ...heads.map((name) => make('th', { scope: 'col' }, name)));
    return make('table', {}, make('thead', {}, head), make('tbody', {}, ...rows));
  }
}
