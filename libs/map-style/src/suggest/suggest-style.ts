import { CATEGORY_SETS } from '../colors/category-sets.js';
import { classBreaks } from '../classes/class-breaks.js';
import { MAX_PROPERTY_LENGTH } from '../model/limits.js';
import type { ColorRule, LabelRule, LayerStyle } from '../model/layer-style.js';
import type { Popup } from '../model/popup.js';
import { type PropertyRole, roleOf } from './property-role.js';
import type { PropertyStatistics, SampleStatistics } from './statistics.js';

/** A way to show features. */
export interface Suggestion {
  readonly style: LayerStyle;
  readonly popup: Popup;
}

const COLOR = CATEGORY_SETS.OkabeIto[0] ?? '';
const CLASSES = 5;
const MAX_FIELDS = 20;
/** A property that fewer features have colors nothing. */
const MIN_COVERAGE = 0.5;
/** How far numbers go below zero, or above, to have two hues, as a share of how far they go on the other side. */
const MIN_BALANCE = 0.2;

const NAME = /(?:^|[_:\s-])(?:name|title|label|titel|bezeichnung|nom|libelle|nombre|titulo|nome|titolo|naam|nazwa|navn|namn|nimi)(?:$|[_:\s\d-])/i; // prettier-ignore

/** A property with its role. */
type Told = PropertyStatistics & { readonly role: PropertyRole };

/**
 * How features may be shown before anyone has said so: texts with few values become categories, numbers classes, texts
 * that differ labels. Areas are colored by numbers first, points and lines by categories first.
 */
export function suggestStyle(statistics: SampleStatistics): Suggestion {
  const properties = statistics.properties
    .filter(({ name, count }) => count > 0 && name !== '' && name.length <= MAX_PROPERTY_LENGTH)
    .map((property): Told => ({ ...property, role: roleOf(property) }));
  const label = labelProperty(properties);
  const rule: LabelRule | undefined = label && { property: label.name };
  return {
    style: { color: colorOf(properties, statistics), ...(rule === undefined ? {} : { label: rule }) },
    popup: popupFor(properties, label),
  };
}

function labelProperty(properties: readonly Told[]): Told | undefined {
  const names = properties.filter(({ role }) => role === 'name');
  const called = [...names, ...properties.filter(({ role }) => role === 'text')].find(({ name }) => NAME.test(name)); // prettier-ignore
  return called ?? mostCommon(names) ?? mostCommon(properties.filter(({ role }) => role === 'id'));
}

/** The property that most features have; of equal ones the first. */
const mostCommon = (properties: readonly Told[]): Told | undefined =>
  properties.toSorted((one, other) => other.count - one.count)[0];

function colorOf(properties: readonly Told[], { total, geometryTypes }: SampleStatistics): ColorRule {
  const shown = properties.filter(({ count }) => count >= total * MIN_COVERAGE);
  const of = (role: PropertyRole): Told | undefined => mostCommon(shown.filter((property) => property.role === role)); // prettier-ignore
  const category = of('category');
  const number = of('number');
  const byCategory = category && categoriesOf(category);
  const byNumber = number && classesOf(number);
  const areAreas = geometryTypes.toSorted((one, other) => other.count - one.count)[0]?.name.endsWith('Polygon') === true; // prettier-ignore
  const rule = areAreas ? (byNumber ?? byCategory) : (byCategory ?? byNumber);
  return rule ?? { by: 'one', color: COLOR };
}

/** The most frequent values, in as many colors as one set has; black, which looks like no category, is left out. */
function categoriesOf({ name, values, distinct }: PropertyStatistics): ColorRule {
  const few = CATEGORY_SETS.OkabeIto.filter((color) => color !== '#000000');
  const set = distinct <= few.length ? few : CATEGORY_SETS.TolMuted;
  const colors = values.slice(0, set.length).map(({ value }, index) => ({ value, color: set[index] ?? '' }));
  return { by: 'category', property: name, colors };
}

/** Classes of numbers; those that go well below and well above zero have two hues, with zero in the middle. */
function classesOf({ name, values }: PropertyStatistics): ColorRule | undefined {
  const numbers = values.flatMap(({ value, count }) =>
    typeof value === 'number' ? Array.from({ length: Math.min(count, 100) }, () => value) : [],
  );
  const breaks = classBreaks(numbers, 'natural', CLASSES);
  if (breaks.length === 0) return undefined;
  let [least, most] = [0, 0];
  for (const number of numbers) [least, most] = [Math.min(least, number), Math.max(most, number)];
  const reach = Math.max(-least, most);
  if (Math.min(-least, most) > reach * MIN_BALANCE) {
    return { by: 'ramp', property: name, ramp: 'PuOr', domain: [-reach, reach] };
  }
  return { by: 'class', property: name, method: 'natural', ramp: 'YlGnBu', breaks };
}

function popupFor(properties: readonly Told[], label: Told | undefined): Popup {
  const placed = properties.filter(({ name }) => !/[{}]/.test(name));
  const picture = placed.find(({ role }) => role === 'picture');
  const link = placed.find(({ role }) => role === 'link');
  const title = placed.find((property) => property === label);
  const fields = properties
    .filter((property) => property !== picture && property !== link && property !== title)
    .filter(({ role }) => role !== 'coordinate')
    .slice(0, MAX_FIELDS)
    .map(({ name }) => ({ property: name }));
  return {
    ...(title === undefined ? {} : { title: `{${title.name}}` }),
    fields,
    ...(picture === undefined ? {} : { picture: `{${picture.name}}` }),
    ...(link === undefined ? {} : { link: `{${link.name}}` }),
  };
}
