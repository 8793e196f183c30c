import { generatedBox, generatedId } from './generated-features.js';
import { RequestBytes, RequestCycle, type RequestSource } from '../load/http-request.js';

/** The space that the features are in. */
export const SPACE = 'bench';

/** So many different requests of a kind take turns. */
const VARIETY = 500;
const BOX = { columns: 40, rows: 25 };
const SMALL_BOX = { columns: 5, rows: 2 };

/** Paths of features by their ids, of so many. */
export function featurePaths(total: number): readonly string[] {
  return varied((choice) => `features/${generatedId(Math.floor(choice * total))}`);
}

/** Paths of boxes with 1,000 features. */
export const boxPaths = (total: number): readonly string[] => boxPathsOf(total, BOX);

/** Paths of boxes with 10 features. */
export const smallBoxPaths = (total: number): readonly string[] => boxPathsOf(total, SMALL_BOX);

/** Paths of the ten features that are nearest to a point. */
export function nearestPaths(total: number): readonly string[] {
  return varied((choice) => {
    const [longitude, latitude] = generatedBox(total, BOX, choice);
    return `spatial?lat=${latitude}&lon=${longitude}&nearest=10`;
  });
}

function boxPathsOf(total: number, size: typeof BOX): readonly string[] {
  return varied((choice) => {
    const [west, south, east, north] = generatedBox(total, size, choice);
    return `bbox?west=${west}&south=${south}&east=${east}&north=${north}`;
  });
}

/** Requests of these paths in turn. */
export function requestsOf(
  paths: readonly string[],
  headers: Readonly<Record<string, string>> = {},
): RequestSource {
  return new RequestCycle(paths.map((path) => new RequestBytes({ method: 'GET', path, headers })));
}

function varied(pathOf: (choice: number) => string): readonly string[] {
  return Array.from({ length: VARIETY }, (_, index) => `/hub/spaces/${SPACE}/${pathOf(index / VARIETY)}`);
}
