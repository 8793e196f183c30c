// Records how far proj4's definitions are from PROJ, and some of PROJ's places for a test:
//   node -e "import('proj4-list').then(({ default: list }) => console.log(Object.keys(list).map((code) => code.slice(5)).join(' ')))" > codes
//   python -W ignore tools/crs/places.py < codes > places.json && node tools/crs/record.mjs places.json
import { readFileSync, writeFileSync } from 'node:fs';
import proj4 from 'proj4';
import definitions from 'proj4-list';

const folder = new URL('../../libs/adapters/formats/src/crs/', import.meta.url);
/** Those that people use most, and those that are hardest. */
const RECORDED = [
  2154, 25832, 25833, 3035, 3006, 3067, 3812, 2180, 32633, 32718, 3857, 2056, 21781, 31370, 27700, 31468,
  31467, 28992, 27572, 5514, 23030, 23700, 2100, 2326, 4258, 4269, 3003, 3763, 2193, 3112, 28355, 5070, 31287,
  3346, 2039, 4326, 4277, 31256, 29902, 3765, 3908, 2263,
];
/** Farther off, a definition is wrong. */
const MAX_METERS = 1_000;
const EARTH_RADIUS_METERS = 6_371_008.8;
/** Within this, there is nothing to tell. */
const EXACT_METERS = 0.1;

const radians = (degrees) => (degrees * Math.PI) / 180;

function metersBetween([x, y], [longitude, latitude]) {
  const east = radians(((((x - longitude) % 360) + 540) % 360) - 180) * Math.cos(radians(latitude));
  return EARTH_RADIUS_METERS * Math.hypot(east, radians(y - latitude));
}

/** Where proj4 puts a place, in metres from where PROJ puts it. */
function deviation(definition, { from, to }) {
  try {
    const meters = metersBetween(proj4(definition, 'EPSG:4326').forward([...from]), to);
    return Number.isFinite(meters) ? meters : Infinity;
  } catch {
    return Infinity; // proj4 does not know the projection
  }
}

/** `null` if the definition cannot be used, `undefined` if there is nothing to tell. */
function accuracyOf({ code, places }) {
  const [, definition] = definitions[`EPSG:${code}`];
  const known = places.filter(({ accuracy }) => accuracy !== null);
  const meters = Math.max(
    ...(known.length > 0 ? known : places).map((place) => deviation(definition, place)),
  );
  if (!(meters <= MAX_METERS)) return null;
  const stated = known.filter(({ isShifted, accuracy }) => isShifted || accuracy > 1);
  const accuracy = Math.max(0, ...stated.map((place) => place.accuracy).filter((each) => each < 900));
  const most = Math.max(accuracy, meters > EXACT_METERS ? meters : 0);
  return most === 0 ? undefined : Math.ceil(most);
}

const { versions, systems } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const checked = new Set(systems.filter(({ places }) => places.length > 0).map(({ code }) => code));
const rows = [];
for (const system of systems) {
  const accuracy = checked.has(system.code) ? accuracyOf(system) : null;
  if (accuracy !== undefined) rows.push([system.code, accuracy]);
}
for (const code of Object.keys(definitions).map((each) => Number(each.slice(5))))
  if (!systems.some((system) => system.code === code)) rows.push([code, null]);
rows.sort(([one], [other]) => one - other);
/** Names that `.prj` files have for systems that the list of Esri does not name. */
const names = JSON.parse(readFileSync(new URL('crs-names.json', folder), 'utf8'));
const plain = (name) => name.toLowerCase().replaceAll(/[^a-z0-9+]/g, '');
const taken = new Set(names.map(([, name]) => plain(name)));
const accuracies = new Map(rows);
for (const { code, name, prj } of systems) {
  const [, inPrj = ''] = /"([^"]*)"/.exec(prj) ?? [];
  if (inPrj === '' || taken.has(plain(inPrj)) || accuracies.get(code) === null) continue;
  taken.add(plain(inPrj));
  names.push([String(code), inPrj, name]);
}
const write = (name, value) => writeFileSync(new URL(name, folder), `${JSON.stringify(value)}\n`);
write('crs-names.json', names);
write('crs-accuracies.json', Object.fromEntries(rows));
const recorded = RECORDED.map((code) => systems.find((system) => system.code === code)).filter(Boolean);
write('crs-places.spec.json', { versions, systems: recorded });
console.log(
  `${systems.length} systems of ${versions}: ${rows.filter(([, meters]) => meters === null).length} not usable,`,
  `${rows.filter(([, meters]) => meters !== null).length} with an accuracy`,
);
