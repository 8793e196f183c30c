import { type Fault, InvalidInput, parseAll, type IdGenerator } from '@cairn/kernel';
import { cellsOf, propertiesOf, type LayerStyle } from '@cairn/map-style';
import { parseText } from '@cairn/spaces/spi';
import { parseLayerFilter } from './layer-filter.js';
import { parsePopup, parseStyle } from '../styles/styles.js';
import { MAX_LAYERS, MAX_LAYERS_LENGTH, type MapLayer } from './web-map.js';

const LAYER_ID_LENGTH = 8;
const MAX_LAYER_TITLE_LENGTH = 200;
const MAX_TABLE_COLUMNS = 100;
const MAX_NAME_LENGTH = 1_000;

/** A layer as a request has it. */
export interface NewLayer extends Omit<CompleteLayer, 'title' | 'style'> {
  /** That of the space by default. */
  readonly title?: string | undefined;
  /** As the features of the space suggest by default, then with the popup that they suggest, if none is given. */
  readonly style?: LayerStyle | undefined;
}

/** The same with what is chosen where nothing is said. */
export interface CompleteLayer extends Omit<MapLayer, 'id' | 'visible' | 'sharedBy' | 'spaceCreatedAt'> {
  /** A random one by default. A layer with the id of one that the map has is that one, changed. */
  readonly id?: string | undefined;
  /** `true` by default. */
  readonly visible?: boolean | undefined;
}

type Shown = Pick<MapLayer, 'style' | 'popup' | 'table'>;

/** Whether the layer shows its features only as cells, and none of them alone. */
export function showsOnlyCells({ style, table = [] }: Shown): boolean {
  return style.drawAs === 'hexagons' && table.length === 0;
}

/** The properties of features that the layer shows. Nobody who reads the map gets others. */
export function shownProperties(layer: Shown): ReadonlySet<string> {
  const { style, popup, table = [] } = layer;
  // A cell has no popup, no label and no size: it is colored by the average of one property.
  if (showsOnlyCells(layer)) return new Set([cellsOf(style)?.property].filter((name) => name !== undefined));
  return new Set([...propertiesOf(style, popup), ...table]);
}

/** Parses all layers of a map. @throws {InvalidInput} with all faults, each below the index of its layer. */
export function parseLayers(layers: readonly CompleteLayer[], ids: IdGenerator): readonly MapLayer[] {
  if (layers.length > MAX_LAYERS)
    throw InvalidInput.of('too-many-layers', `A map can have at most ${MAX_LAYERS} layers.`);
  const given = layers.flatMap(({ id }) => id ?? []);
  const parsed = parseAll(
    Object.fromEntries(
      layers.map((layer, index) => [
        String(index),
        () => parseLayer(layer, { ids, isTaken: (id) => given.indexOf(id) !== given.lastIndexOf(id) }),
      ]),
    ),
  );
  const all = layers.flatMap((_, index) => parsed[String(index)] ?? []);
  if (JSON.stringify(all).length > MAX_LAYERS_LENGTH)
    throw InvalidInput.of('too-large', `The layers have more than ${MAX_LAYERS_LENGTH} characters as JSON.`);
  return all;
}

function parseLayer(
  { id, title, space, filter, style, popup, table, visible = true }: CompleteLayer,
  { ids, isTaken }: { readonly ids: IdGenerator; readonly isTaken: (id: string) => boolean },
): MapLayer {
  const parsed = parseAll({
    id: () => (id === undefined ? ids.next(LAYER_ID_LENGTH) : parseLayerId(id, isTaken)),
    title: () => parseText(title, { name: 'title', limit: MAX_LAYER_TITLE_LENGTH }),
    filter: () => filter && parseLayerFilter(filter),
    style: () => parseStyle(style),
    popup: () => popup && parsePopup(popup),
    table: () => table && parseTable(table),
  });
  return {
    id: parsed.id,
    title: parsed.title,
    space,
    ...(parsed.filter !== undefined && { filter: parsed.filter }),
    style: parsed.style,
    ...(parsed.popup !== undefined && { popup: parsed.popup }),
    ...(parsed.table !== undefined && { table: parsed.table }),
    visible,
  };
}

function parseLayerId(id: string, isTaken: (id: string) => boolean): string {
  if (!/^[\w-]{1,40}$/.test(id))
    throw InvalidInput.of('invalid-id', 'The id must have 1 to 40 of the characters A-Z, a-z, 0-9 and _-.');
  if (isTaken(id)) throw InvalidInput.of('not-unique', 'Another layer has this id.');
  return id;
}

function parseTable(names: readonly string[]): readonly string[] {
  if (names.length > MAX_TABLE_COLUMNS)
    throw InvalidInput.of('too-many', `A table can have at most ${MAX_TABLE_COLUMNS} columns.`);
  const faults = names.flatMap((name, index): readonly Fault[] => {
    const detail = `A column has 1 to ${MAX_NAME_LENGTH} characters.`;
    const isWrong = name === '' || name.length > MAX_NAME_LENGTH;
    return isWrong ? [{ pointer: `/${index}`, code: 'invalid-length', detail }] : [];
  });
  InvalidInput.throwIfAny(faults);
  return [...new Set(names)];
}
