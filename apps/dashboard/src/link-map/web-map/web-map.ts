import { LayerMap, type StyledLayer, type StyleOfMap } from '../../map-parts/layer-map.ts';
import { button, make } from '../../map-parts/make.ts';
import { saveFile } from '../../components/save-file.ts';
import { theme, watchPalette } from '../../views/spaces/map/palette.ts';
import '../elements/map.css';
import type { MapOfLayers } from '../elements/shared-map.ts';
import { FeatureTable } from './feature-table.ts';
import { goTo, type FoundFeature } from './found-feature.ts';
import { OwnPlace } from './location.ts';
import { MapApi } from './map-api.ts';
import { Picks } from './picks.ts';
import { Search } from './search.ts';
import { pictureOf, printed } from './snapshot.ts';
import './web-map.css';
import type { PageWords, Words } from './words.ts';

const parseWords: (json: string) => PageWords = JSON.parse;

/** Shows the page of a map: legend, search, table, and what can be done with it. */
export async function showWebMap(element: MapOfLayers): Promise<void> {
  const { api: address, secret, ends, words: told, ...said } = element.dataset;
  const { lang } = document.documentElement;
  const words: Words = { ...parseWords(told), ...said, lang };
  const api = new MapApi(address, secret);
  try {
    const style = await api.style(theme(), lang);
    new WebMap({ element, api, words, ends }, style);
  } catch (error) {
    element.replaceChildren(make('p', { role: 'alert' }, words.failed));
    throw error;
  }
}

interface Options {
  readonly element: MapOfLayers;
  readonly api: MapApi;
  readonly words: Words;
  readonly ends: string;
}

class WebMap {
  private readonly layerMap: LayerMap;
  private readonly picks = new Picks();
  private readonly search: Search;
  private readonly table: FeatureTable;
  private readonly place: OwnPlace;

  constructor(
    private readonly options: Options,
    private style: StyleOfMap,
  ) {
    const { element, api, words, ends } = options;
    const container = make('div', { class: 'view' });
    const panel = make('div', { class: 'panel', id: 'map-panel' });
    element.replaceChildren(container, this.handle(panel), panel);
    this.layerMap = new LayerMap({
      container,
      style,
      texts: { ends },
      words,
      isPicked: (layerId, entry) => this.picks.has(layerId, entry),
      onpick: (layerId, entry) => {
        const layer = this.layers().find(({ id }) => id === layerId);
        if (layer !== undefined) this.picks.toggle(layer, entry);
        this.layerMap.show(this.picks.styled(this.style));
        this.again();
      },
    });
    const { map, legend } = this.layerMap;
    const shared = {
      api,
      words,
      layers: () => this.listed(),
      filterOf: (layer: StyledLayer) => this.picks.queryOf(layer),
      onchoose: (found: FoundFeature) => this.choose(found),
    };
    this.search = new Search(shared);
    this.table = new FeatureTable(shared);
    this.place = new OwnPlace(map, words);
    panel.append(this.search.element, legend, this.tools(), this.place.status);
    element.after(this.table.element);
    legend.addEventListener('change', () => this.again());
    printed(map, container);
    watchPalette(() => void this.paint());
  }

  private layers(): readonly StyledLayer[] {
    return this.style.metadata['cairn:layers'];
  }

  /** The layers that are shown and have features to list, the uppermost first. */
  private listed(): readonly StyledLayer[] {
    const sources = Object.keys(this.style.sources);
    return this.layers()
      .filter(({ id, table = [] }) => table.length > 0 || sources.includes(`${id}:features`))
      .filter((layer) => this.layerMap.isShown(layer))
      .toReversed();
  }

  private again(): void {
    this.search.again();
    this.table.again();
  }

  private choose(found: FoundFeature): void {
    const { element } = this.options;
    goTo({ map: this.layerMap.map, tell: (...told) => this.layerMap.tellOf(...told) }, found);
    // On a phone the panel is above what was found.
    element.classList.remove('is-open');
    element.querySelector('.handle')?.setAttribute('aria-expanded', 'false');
  }

  private async paint(): Promise<void> {
    const { api, words } = this.options;
    this.style = await api.style(theme(), words.lang);
    this.layerMap.show(this.picks.styled(this.style));
  }

  /** Opens the panel where there is no room for it beside the map. */
  private handle(panel: HTMLElement): HTMLButtonElement {
    const { element, words } = this.options;
    const handle = button(words.panel, () => {
      handle.ariaExpanded = String(element.classList.toggle('is-open'));
    });
    handle.className = 'handle';
    handle.setAttribute('aria-expanded', 'false');
    handle.setAttribute('aria-controls', panel.id);
    return handle;
  }

  private tools(): HTMLElement {
    const { words } = this.options;
    const { map } = this.layerMap;
    const { title } = document;
    const toggle = button(words.table, () => {
      const { element } = this.table;
      element.hidden = !element.hidden;
      toggle.ariaExpanded = String(!element.hidden);
      this.table.again();
    });
    toggle.setAttribute('aria-expanded', 'false');
    return make(
      'div',
      { class: 'tools' },
      toggle,
      button(words.here, () => this.place.find()),
      button(words.image, async () => {
        const picture = await pictureOf(map, title);
        if (picture !== null) saveFile(picture, `${title}.png`);
      }),
      button(words.print, () => print()),
    );
  }
}
