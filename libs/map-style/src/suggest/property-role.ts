import type { PropertyStatistics } from './statistics.js';

/** What a property is good for on a map. */
export type PropertyRole =
  'category' | 'number' | 'name' | 'id' | 'text' | 'picture' | 'link' | 'coordinate' | 'constant';

/** Most of the values, where a few may be notes and mistakes. */
const MOST = 0.9;
/** As many colors as are told apart. */
const MAX_CATEGORIES = 12;
/** A value that is a category is there so often, on average. */
const REPEATS = 3;
/** Longer texts are no labels. */
const MAX_LABEL_LENGTH = 60;

const ID = /(?:^|[_\s-])(?:id|fid|gid|oid|uuid|guid|objectid|nr|no|num|code|ref|key|plz|zip|postcode)$/i;
const CAMEL_ID = /[a-z\d](?:Id|ID|Nr|No|Code|Ref|Key)$/;
const COORDINATE = /^(?:lat|lon|lng|long|latitude|longitude|x|y|z|easting|northing)$/i;
const PICTURE = /photo|picture|image|thumbnail|foto|bild|imagen|immagine|afbeelding/i;

const WEB = /^https?:\/\/\S+$/i;
const PICTURE_FILE = /\.(?:jpe?g|png|webp|avif|gif)(?:[?#]|$)/i;
const DATE = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d\S*)?$/;

/** Decides by values first, and by the name where values do not tell. */
export function roleOf(property: PropertyStatistics): PropertyRole {
  const { name, count, distinct, numbers } = property;
  if (COORDINATE.test(name)) return 'coordinate';
  if (numbers >= count * MOST && numbers > 0)
    return isId(property) ? 'id' : distinct < 2 ? 'constant' : 'number';
  if (areMost(property, WEB)) return isPicture(property) ? 'picture' : 'link';
  if (distinct < 2) return 'constant';
  if (averageLength(property) > MAX_LABEL_LENGTH) return 'text';
  if (distinct <= MAX_CATEGORIES && distinct * REPEATS <= count) return 'category';
  if (areMost(property, DATE) || distinct < count / 2) return 'text';
  return hasNameOfId(name) ? 'id' : 'name';
}

const hasNameOfId = (name: string): boolean => ID.test(name) || CAMEL_ID.test(name);

/** Whether numbers count features instead of measuring them. */
function isId({ name, count, distinct, values }: PropertyStatistics): boolean {
  if (hasNameOfId(name)) return true;
  if (distinct < count || count < 10) return false;
  const numbers = values.flatMap(({ value }) => (typeof value === 'number' ? [value] : []));
  return numbers.every(Number.isInteger) && isDense(numbers);
}

/** Whether whole numbers follow each other nearly without gaps. */
function isDense(numbers: readonly number[]): boolean {
  let [least, most] = [Infinity, -Infinity];
  for (const number of numbers) [least, most] = [Math.min(least, number), Math.max(most, number)];
  return most - least < numbers.length * 1.1;
}

const isPicture = (property: PropertyStatistics): boolean =>
  areMost(property, PICTURE_FILE) || PICTURE.test(property.name);

function areMost({ count, values }: PropertyStatistics, pattern: RegExp): boolean {
  const fitting = values.filter(({ value }) => typeof value === 'string' && pattern.test(value));
  return fitting.reduce((sum, one) => sum + one.count, 0) >= count * MOST && fitting.length > 0;
}

const averageLength = ({ values }: PropertyStatistics): number =>
  values.reduce((sum, { value }) => sum + String(value).length, 0) / Math.max(1, values.length);
