import { FIRST_TAKEN_KEY } from '@cairn/images/spi';
import { formatImagePlace } from '@cairn/images';
import { Chance } from './chance.js';
import { COMMON_CAMERA, COMMON_TAG, RARE_CAMERA, RARE_TAG } from './made-photos.js';
import { country, formerHome, home, ocean, towns } from './made-places.js';

/** p50 and p99 in milliseconds of bare SQL, or as it was measured: one number is a p50. */
type Figure = string;

/** What was measured before Cairn had it, in bare SQL on a schema of its own. */
export interface Reference {
  /** SQLite with 100,000 photos, with 1,000,000, and PostgreSQL with 100,000. */
  readonly few?: Figure;
  readonly many?: Figure;
  readonly postgres?: Figure;
}

/** A question that is asked in several forms. */
export interface PhotoQuestion {
  readonly name: string;
  readonly paths: readonly string[];
  /** Of a POST. */
  readonly bodies?: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
  readonly reference?: Reference;
}

const FORMS = 40;
const SEED = 4;
const GZIP = { 'Accept-Encoding': 'gzip' };
/** Where nothing is. */
const EMPTY_SEA = [-150, -45, -110, -20];
const ISLAND = [179.8, -17, -179.8, -16.6];
const box = (edges: readonly number[]): string => `bbox=${edges.map((edge) => edge.toFixed(4)).join(',')}`;

const boxed: Reference = { few: '≤ 1.6 / ≤ 4', many: '≤ 4.4 / ≤ 33', postgres: '44 / 61–78' };
const boxedInYear: Reference = { few: '≤ 1.6 / ≤ 4', many: '≤ 4.4 / ≤ 33', postgres: '≤ 5 / 9.5' };
const page: Reference = { few: '0.6 / 1.0', many: '1.0 / 1.7', postgres: '0.8 / 4.3' };

/** What the page asks about photos, and what takes longest. Known hashes are of photos that are there. */
export function photoQuestions(known: readonly string[]): readonly PhotoQuestion[] {
  const chance = new Chance(SEED);
  const forms = (form: () => string): readonly string[] => Array.from({ length: FORMS }, form);
  const year = (): string => String(2006 + chance.below(18));
  const month = (): string => `${year()}-${String(1 + chance.below(12)).padStart(2, '0')}`;
  const day = (): string => `${month()}-${String(1 + chance.below(28)).padStart(2, '0')}`;
  const during = (period: string): string => `takenFrom=${period}&takenTo=${period}`;
  const taken = '/api/images?sort=taken&limit=100';
  const longPage = '/api/images?sort=taken&limit=200';
  const around = ({ longitude, latitude }: typeof home, reach: number): string =>
    box([longitude - reach, latitude - reach, longitude + reach, latitude + reach]);
  const town = (): string => around(chance.pick(towns) ?? home, 0.05);
  const at = ({ longitude, latitude }: typeof home): string =>
    `near=${longitude.toFixed(4)},${latitude.toFixed(4)}`;
  const cursor = (key: number): string => `cursor=${formatImagePlace({ key, id: '0' })}`;
  const moment = (): number => Date.UTC(2006, 0, 1) + chance.below(18 * 365) * 86_400_000;
  const json = { 'Content-Type': 'application/json' };
  const hashes = (some: () => string): string =>
    JSON.stringify({ hashes: Array.from({ length: 1_000 }, some) });
  const shown = (): string => chance.pick(known) ?? '';
  const ask = (name: string, form: () => string, reference?: Reference): PhotoQuestion => ({
    name,
    paths: forms(form),
    ...(reference && { reference }),
  });
  return [
    ask('empty answer', () => '/livez'),
    ask('days', () => '/api/images/days', { few: '0.6 / 1.4', many: '0.8 / 2.5', postgres: '2.5' }),
    { ...ask('days, with gzip', () => '/api/images/days'), headers: GZIP },
    ask('days of a town', () => `/api/images/days?${town()}`),
    ask('days of a country', () => `/api/images/days?${box(country)}`, {
      few: '11–14 to 192',
      many: '215–230',
      postgres: '25–31 / 42–47',
    }),
    ask('days of the whole world', () => `/api/images/days?${box([-180, -90, 180, 90])}`),
    ask('days of a camera', () => `/api/images/days?camera=${encodeURIComponent(COMMON_CAMERA)}`),
    ask('days without a place', () => '/api/images/days?without=place'),
    ask('days of a folder with all', () => '/api/images/days?path=photos'),
    ask('days of a frequent tag', () => `/api/images/days?tags=${COMMON_TAG}`),
    ask('layout of a month, 1,000', () => `/api/images/layout?${during(month())}`, {
      few: '0.1–0.4 / 2.0',
      many: '1.6–9 / 47',
    }),
    {
      ...ask('layout of a month, 1,000, with gzip', () => `/api/images/layout?${during(month())}`),
      headers: GZIP,
    },
    ask('200 newest taken', () => longPage, page),
    ask('200 taken before a moment', () => `${longPage}&${cursor(moment())}`, page),
    ask('200 oldest taken', () => '/api/images?sort=taken-oldest&limit=200', page),
    ask('200 without a time, by sort=taken', () => `${longPage}&${cursor(FIRST_TAKEN_KEY)}`, page),
    ask('a day', () => `${longPage}&${during(day())}`, { few: '0.1 / 1.0', many: '0.7 / 3.5' }),
    ask('a year, 100 newest', () => `${taken}&${during(year())}`, page),
    ask('a year, newest uploads', () => `/api/images?limit=100&${during(year())}`),
    ask('box: a town', () => `${taken}&${town()}`, boxed),
    ask('box: a town in a year', () => `${taken}&${town()}&${during(year())}`, boxedInYear),
    ask('box: home', () => `${taken}&${around(home, 0.1)}`, boxed),
    ask('box: home on a day', () => `${taken}&${around(home, 0.1)}&${during(day())}`, boxedInYear),
    ask('box: home, years before', () => `${taken}&${around(home, 0.1)}&takenTo=2010`, boxedInYear),
    ask('box: former home', () => `${taken}&${around(formerHome, 0.1)}`, boxed),
    ask(
      'box: former home, years later',
      () => `${taken}&${around(formerHome, 0.1)}&takenFrom=2013`,
      boxedInYear,
    ),
    ask('box: a country', () => `${taken}&${box(country)}`, boxed),
    ask('box: a country in a year', () => `${taken}&${box(country)}&${during(year())}`, boxedInYear),
    ask('box: a country, newest uploads', () => `/api/images?limit=100&${box(country)}`),
    ask('box: an ocean, nearly empty', () => `${taken}&${box(ocean)}`, boxed),
    ask('box: an ocean in a year', () => `${taken}&${box(ocean)}&${during(year())}`, boxedInYear),
    ask('box: an ocean, newest uploads', () => `/api/images?limit=100&${box(ocean)}`),
    ask('box: an empty sea', () => `${taken}&${box(EMPTY_SEA)}`, boxed),
    ask('box: across the antimeridian', () => `${taken}&${box(ISLAND)}`, boxed),
    ask('near a town, 1 km', () => `${taken}&${at(chance.pick(towns) ?? home)}`, { few: '0.1 / 0.9' }),
    ask('near home, 5 km', () => `${taken}&${at(home)}&radius=5000`, { few: '0.1 / 0.9' }),
    ask('near, at sea, 300 km', () => `${taken}&near=-40,30&radius=300000`, { few: '0.1 / 0.9' }),
    ask('a camera', () => `${taken}&camera=${encodeURIComponent(COMMON_CAMERA)}`),
    ask('a rare camera', () => `${taken}&camera=${RARE_CAMERA.make}%20${RARE_CAMERA.model}`),
    ask(
      'a rare camera in a country',
      () => `${taken}&camera=${RARE_CAMERA.make}%20${RARE_CAMERA.model}&${box(country)}`,
    ),
    ask('a folder of one year', () => `${taken}&path=photos/${year()}`),
    ask('a frequent tag', () => `${taken}&tags=${COMMON_TAG}`, { few: '2.2 / 10' }),
    ask('a rare tag', () => `${taken}&tags=${RARE_TAG.name}`, { few: '0.4 / 2.4' }),
    ask('without a place', () => `${taken}&without=place`, { few: '0.3 / 0.6' }),
    ask('without a time', () => `${taken}&without=time`),
    ask('without tags', () => `${taken}&without=tags`, { few: '0.3 / 0.6' }),
    ask('without a place, in a year', () => `${taken}&without=place&${during(year())}`),
    {
      ...ask('known: 1,000 hashes, all there', () => '/api/uploads/known', { few: '3.1', many: '3.7' }),
      bodies: forms(() => hashes(shown)),
      headers: json,
    },
    {
      ...ask('known: 1,000 hashes, none there', () => '/api/uploads/known', { few: '3.1', many: '3.7' }),
      bodies: forms(() => hashes(() => chance.hash(64))),
      headers: json,
    },
    ask('look-alikes, 20 groups', () => '/api/images/look-alikes?limit=20'),
  ];
}
