import { type Geometry } from '../geojson/geojson.js';
import { coordinateChecks } from './coordinates.js';
import { type Step } from './fault.js';
import { checkJson, isArray, isObject } from './json-values.js';
import { type Report } from './report.js';

type SimpleType = keyof typeof coordinateChecks;

const isSimpleType = (type: unknown): type is SimpleType =>
  typeof type === 'string' && Object.hasOwn(coordinateChecks, type);

const CHECKED_HERE = new Set(['coordinates', 'geometries']);

/** Looks through the geometry, which lies where the report stands; members of collections one after another. */
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

/** Gives the members that are still to be looked at, if it is a collection. */
function checkOne(value: unknown, report: Report): readonly unknown[] {
  if (!isObject(value)) {
    report.fault('is not a geometry: an object with a type');
    return [];
  }
  if (!report.mayNest()) return [];
  checkJson(value, report, CHECKED_HERE);
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

/** Looks through the geometry, and says whether it is one. */
export function isGeometry(value: unknown, report: Report): value is Geometry {
  checkGeometry(value, report);
  return report.faults.length === 0;
}
