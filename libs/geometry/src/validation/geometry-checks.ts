import { type Geometry } from '../geojson/geojson.js';
import { coordinateChecks } from './coordinates.js';
import { checkCrs } from './crs.js';
import { type Step } from './fault.js';
import { checkJson, isArray, isObject } from './json-values.js';
import { type Report } from './report.js';

type SimpleType = keyof typeof coordinateChecks;

const isSimpleType = (type: unknown): type is SimpleType =>
  typeof type === 'string' && Object.hasOwn(coordinateChecks, type);

const CHECKED_HERE = new Set(['coordinates', 'geometries']);

/** Validates the geometry at the current path of the report; members of collections in order. */
export function checkGeometry(root: unknown, report: Report): void {
  const start = report.here();
  const waiting: { readonly value: unknown; readonly path: readonly Step[] }[] = [
    { value: root, path: start },
  ];
  for (let next = waiting.pop(); next !== undefined && !report.stopped; next = waiting.pop()) {
    report.goTo(next.path);
    for (const [index, value] of checkOne(next.value, report).entries()) {
      if (!report.mayHaveValue()) break;
      waiting.push({ value, path: [...next.path, 'geometries', index] });
    }
  }
  report.goTo(start);
}

/** Returns the members that are left to validate, if it is a collection. */
function checkOne(value: unknown, report: Report): readonly unknown[] {
  if (!isObject(value)) {
    report.fault('is not a geometry: an object with a type');
    return [];
  }
  if (!report.mayNest()) return [];
  checkJson(value, report, CHECKED_HERE);
  checkCrs(value, report);
  if (value['type'] === 'GeometryCollection') return membersOf(value['geometries'], report);
  if (isSimpleType(value['type'])) {
    report.enter('coordinates');
    coordinateChecks[value['type']](value['coordinates'], report);
    report.leave();
  } else report.fault('is not a type of geometry', 'type');
  return [];
}

function membersOf(geometries: unknown, report: Report): readonly unknown[] {
  if (!isArray(geometries)) {
    report.fault('is not an array of geometries', 'geometries');
    return [];
  }
  report.enter('geometries');
  const fits = report.mayNest();
  report.leave();
  return fits ? geometries : [];
}

/** Validates the value, and returns whether it is a geometry. */
export function isGeometry(value: unknown, report: Report): value is Geometry {
  checkGeometry(value, report);
  return report.faults.length === 0;
}
