import { isObject } from './json-values.js';
import { type Report } from './report.js';

/** WGS 84 by the names that GeoJSON of 2008 has for it, as GDAL, GeoServer and others write them. */
const WGS84_NAMES: readonly RegExp[] = [
  /^(?:urn:(?:x-)?ogc:def:crs:)?OGC:(?:[\d.]*:)?CRS:?84h?$/i,
  /^(?:urn:(?:x-)?ogc:def:crs:)?EPSG:(?:[\d.]*:)?(?:4326|4979)$/i,
  /^https?:\/\/www\.opengis\.net\/def\/crs\/(?:OGC\/[\d.]+\/CRS84h?|EPSG\/[\d.]+\/(?:4326|4979))$/i,
  /^https?:\/\/www\.opengis\.net\/gml\/srs\/epsg\.xml#4326$/i,
  /^https?:\/\/(?:www\.)?spatialreference\.org\/ref\/epsg\/(?:wgs-84|4326)(?:\/|$)/i,
  /^https?:\/\/epsg\.io\/4326(?:\.|$)/i,
  /^(?:CRS:?84h?|WGS[ _-]?(?:19)?84)$/i,
];

/** What helps with coordinates of another reference system. */
export const HOW_TO_CONVERT =
  'convert the data to WGS 84 first, longitude and latitude in degrees, as `ogr2ogr -t_srs EPSG:4326` does';

const MAX_SHOWN = 100;

/**
 * Why coordinates beside a member `crs` of this value are not in WGS 84, as a phrase; `undefined` if they are, or if
 * the member is null, which says nothing. RFC 7946 has removed this member, and allows only WGS 84.
 */
export function crsFault(crs: unknown): string | undefined {
  if (crs === undefined || crs === null) return undefined;
  const name = nameOf(crs);
  if (name !== undefined && WGS84_NAMES.some((known) => known.test(name.trim()))) return undefined;
  if (name === undefined) return `names no reference system, and has to be WGS 84; ${HOW_TO_CONVERT}`;
  const shown = name.length > MAX_SHOWN ? `${name.slice(0, MAX_SHOWN)}…` : name;
  return `is \`${shown}\`, another reference system than WGS 84; ${HOW_TO_CONVERT}`;
}

/** Adds a fault for a member `crs` of an object that is not WGS 84. */
export function checkCrs(value: Readonly<Record<string, unknown>>, report: Report): void {
  const reason = crsFault(value['crs']);
  if (reason !== undefined) report.fault(reason, 'crs');
}

function nameOf(crs: unknown): string | undefined {
  if (typeof crs === 'string') return crs;
  const { type, properties } = isObject(crs) ? crs : {};
  const { name, href, code } = isObject(properties) ? properties : {};
  if (type === 'name' && typeof name === 'string') return name;
  if (type === 'link' && typeof href === 'string') return href;
  const isCode = typeof code === 'number' || typeof code === 'string';
  return typeof type === 'string' && isCode ? `${type}:${code}` : undefined;
}
