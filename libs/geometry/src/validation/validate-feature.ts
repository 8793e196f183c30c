import type { Feature, Geometry } from '../geojson/geojson.js';
import { type Validation } from './fault.js';
import { checkCrs } from './crs.js';
import { checkGeometry, isGeometry } from './geometry-checks.js';
import { checkJson, isObject, textFault } from './json-values.js';
import { DEFAULT_GEOJSON_LIMITS, type GeoJsonLimits, Report } from './report.js';

/**
 * Whether a parsed JSON value is a feature of RFC 7946, in time linear in its size: its geometry as
 * `validateGeometry` has it, or null, or absent; its properties an object, null, or absent; its id a text that is not
 * empty, or a number; everything else JSON that can be stored.
 */
export function validateFeature(value: unknown, limits: Partial<GeoJsonLimits> = {}): Validation<Feature> {
  const report = new Report({ ...DEFAULT_GEOJSON_LIMITS, ...limits });
  return isFeature(value, report) ? { ok: true, value } : { ok: false, faults: report.faults };
}

const CHECKED_HERE = new Set(['id', 'geometry']);

function isFeature(value: unknown, report: Report): value is Feature {
  if (!isObject(value)) {
    report.fault('is not a feature: an object whose type is "Feature"');
    return false;
  }
  if (value['type'] !== 'Feature') report.fault('is not "Feature"', 'type');
  checkId(value['id'], report);
  checkCrs(value, report);
  checkJson(value, report, CHECKED_HERE);
  const { geometry, properties } = value;
  if (properties !== undefined && properties !== null && !isObject(properties)) {
    report.fault('is neither an object nor null', 'properties');
  }
  if (geometry !== undefined && geometry !== null) {
    report.enter('geometry');
    checkGeometry(geometry, report);
    report.leave();
  }
  return report.faults.length === 0;
}

function checkId(id: unknown, report: Report): void {
  if (id === undefined) return;
  if (typeof id === 'string') {
    const reason = id === '' ? 'is empty' : textFault(id);
    if (reason !== undefined) report.fault(reason, 'id');
  } else if (typeof id !== 'number' || !Number.isFinite(id))
    report.fault('is neither a text nor a number', 'id');
}

/**
 * Whether a parsed JSON value is a geometry of RFC 7946, in time linear in its size.
 *
 * Accepted: rings of either winding, empty `coordinates`, altitudes, longitudes up to ±540, foreign members.
 * Refused: latitudes beyond ±90, numbers that are not finite, rings that are short or open, NUL and halves of
 * surrogate pairs in texts, and values beyond the limits. Crossing rings are not detected.
 */
export function validateGeometry(value: unknown, limits: Partial<GeoJsonLimits> = {}): Validation<Geometry> {
  const report = new Report({ ...DEFAULT_GEOJSON_LIMITS, ...limits });
  return isGeometry(value, report) ? { ok: true, value } : { ok: false, faults: report.faults };
}
