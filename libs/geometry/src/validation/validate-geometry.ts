import { type Geometry } from '../geojson/geojson.js';
import { type Validation } from './fault.js';
import { isGeometry } from './geometry-checks.js';
import { DEFAULT_GEOJSON_LIMITS, type GeoJsonLimits } from './limits.js';
import { Report } from './report.js';

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
