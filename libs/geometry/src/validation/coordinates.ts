import { type SimpleGeometry } from '../geojson/geojson.js';
import { HOW_TO_CONVERT } from './crs.js';
import { isArray } from './json-values.js';
import { type Report } from './report.js';

type Check = (value: unknown, report: Report) => void;

/** Longitudes go on beyond ±180 for shapes across the antimeridian, by one turn around the globe. */
export const MAX_LONGITUDE = 540;

/** Greater numbers are no degrees that someone got wrong. */
const MOST_DEGREES = 1_000;

function checkPosition(value: unknown, report: Report): void {
  report.countVertex();
  if (!isArray(value)) return report.fault('is not a position: an array of numbers');
  if (!report.mayNest()) return;
  if (value.length < 2 || value.length > 4) {
    return report.fault(
      `has ${value.length} numbers; a position has longitude, latitude and at most two more`,
    );
  }
  const [longitude, latitude, third = 0, fourth = 0] = value;
  if (
    !isFiniteNumber(longitude) ||
    !isFiniteNumber(latitude) ||
    !isFiniteNumber(third) ||
    !isFiniteNumber(fourth)
  ) {
    return report.fault('holds something else than finite numbers');
  }
  if (Math.max(Math.abs(longitude), Math.abs(latitude)) > MOST_DEGREES)
    return report.faultOnce(
      `is ${longitude}, ${latitude}, which are no degrees but coordinates of a projection; ${HOW_TO_CONVERT}`,
    );
  if (Math.abs(longitude) > MAX_LONGITUDE)
    report.fault(`has longitude ${longitude}, which is not between -540 and 540`);
  if (Math.abs(latitude) > 90) report.fault(`has latitude ${latitude}, which is not between -90 and 90`);
}

const isFiniteNumber = (value: unknown): value is number => Number.isFinite(value);

/** Checks an array and each of its items. */
function listOf(check: Check, what: string): Check {
  return (value, report) => {
    if (!isArray(value)) return report.fault(`is not an array of ${what}`);
    if (!report.mayNest()) return;
    if (value.length === 0) report.countVertex(); // bounds the number of empty parts, too
    for (let index = 0; index < value.length && !report.stopped; index += 1) {
      report.enter(index);
      check(value[index], report);
      report.leave();
    }
  };
}

const checkPositions = listOf(checkPosition, 'positions');

function checkLine(value: unknown, report: Report): void {
  if (isArray(value) && value.length < 2) {
    report.fault(`has ${value.length} positions; a line has at least 2`);
  }
  checkPositions(value, report);
}

function checkRing(value: unknown, report: Report): void {
  const faultsBefore = report.faults.length;
  if (isArray(value) && value.length < 4) {
    report.fault(`has ${value.length} positions; a ring has at least 4, and ends where it starts`);
  }
  checkPositions(value, report);
  if (report.faults.length === faultsBefore && isArray(value) && !isSame(value[0], value.at(-1))) {
    report.fault('is not closed: its last position differs from its first');
  }
}

function isSame(one: unknown, other: unknown): boolean {
  return (
    isArray(one) &&
    isArray(other) &&
    one.length === other.length &&
    one.every((item, index) => item === other[index])
  );
}

const checkPolygon = listOf(checkRing, 'rings');

/** An empty array of coordinates is an empty geometry. */
function orEmpty(check: Check): Check {
  return (value, report) => {
    if (!isArray(value) || value.length > 0) check(value, report);
  };
}

/** Checks of the `coordinates` of each geometry type. */
export const coordinateChecks: Readonly<Record<SimpleGeometry['type'], Check>> = {
  Point: orEmpty(checkPosition),
  MultiPoint: checkPositions,
  LineString: orEmpty(checkLine),
  MultiLineString: listOf(checkLine, 'lines'),
  Polygon: checkPolygon,
  MultiPolygon: listOf(checkPolygon, 'polygons'),
};
