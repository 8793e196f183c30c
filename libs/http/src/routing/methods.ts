import { operations, type Operation } from '@cairn/api-schema';

const routes = operations
  .filter(({ api }) => api !== 'files')
  .map((operation) => ({ pattern: patternOf(operation), methods: methodsOf(operation) }));

/** The methods that the API supports at a path. Empty for an unknown path. */
export function methodsAt(path: string): readonly string[] {
  return [...new Set(routes.flatMap(({ pattern, methods }) => (pattern.test(path) ? methods : [])))];
}

/** A pattern for the percent-encoded paths of an operation, with its parameters as named groups. */
export function patternOf({ path }: Pick<Operation, 'path'>): RegExp {
  return new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}/?$`, 'i');
}

/** The HTTP methods of an operation. */
export function methodsOf({ method }: Pick<Operation, 'method'>): readonly string[] {
  return method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()];
}
