import { mesh } from 'topojson-client';
import { line, shapes } from './shapes.mjs';

const CODE = /^[A-Z]{2}$/;
/** For these, Natural Earth's own choice of a code is that of the state, and not of one that it belongs to. */
const STATES = ['Sovereign country', 'Country', 'Disputed'];

/** The ISO code of a country; `undefined` for what is none, such as a base or a reef. */
function codeOf({ ISO_A2: code, ISO_A2_EH: other, TYPE: type }) {
  if (CODE.test(code)) return code;
  return STATES.includes(type) && CODE.test(other) ? other : undefined;
}

/**
 * Countries as Natural Earth's edition for Germany has them. All borders between them are made of these at every zoom:
 * those of another edition or scale would move or vanish when one zooms.
 */
export const readCountries = (folder) => shapes(folder, 'ne_10m_admin_0_countries_deu');

const isUnsettled = ({ TYPE: type }) => type === 'Indeterminate';

/** Whether states do not agree on this border. */
function isDisputed({ properties: one }, { properties: other }) {
  const names = [one.ADM0_A3, other.ADM0_A3].toSorted().join('-');
  return isUnsettled(one) || isUnsettled(other) || names === 'KOS-SRB';
}

/** Borders of countries (`level` 0) and of their first division (`level` 1). */
export async function borders(folder, { countries, topology }) {
  const features = countries.map((country) => ({ type: 'Feature', ...country }));
  const world = topology({ countries: { type: 'FeatureCollection', features } });
  const between = (wanted) =>
    mesh(world, world.objects.countries, (one, other) => one !== other && isDisputed(one, other) === wanted);
  const divisions = await shapes(folder, 'ne_10m_admin_1_states_provinces_lines');
  return [
    ...linesOf(between(false), { level: 0 }),
    ...linesOf(between(true), { level: 0, disputed: 1 }),
    ...divisions
      .filter(({ geometry, properties }) => geometry !== null && properties.min_zoom <= 9)
      .map(({ geometry, properties: { min_zoom: zoom } }) =>
        line({
          layer: 'borders',
          minzoom: Math.min(7, Math.max(3, Math.floor(zoom))),
          geometry,
          properties: { level: 1 },
        }),
      ),
  ];
}

const linesOf = ({ coordinates }, properties) =>
  coordinates.map((points) =>
    line({
      layer: 'borders',
      minzoom: 0,
      geometry: { type: 'LineString', coordinates: points },
      properties,
    }),
  );

/** Where the name of a country stands. */
export const countryLabels = (countries) =>
  countries
    .map(({ properties }) => ({ iso: codeOf(properties), properties }))
    .filter(({ iso }) => iso !== undefined)
    .map(({ iso, properties: { NAME_EN: name, MIN_LABEL: minzoom, LABEL_X, LABEL_Y } }) =>
      line({
        layer: 'countries',
        minzoom: Math.min(7, Math.floor(minzoom)),
        geometry: { type: 'Point', coordinates: [LABEL_X, LABEL_Y] },
        properties: { iso, name, rank: minzoom },
      }),
    );

/** The codes of all countries that have a name on the map, in alphabetical order. */
export const countryCodes = (countries) =>
  countries
    .map(({ properties }) => codeOf(properties))
    .filter((code) => code !== undefined)
    .toSorted();
