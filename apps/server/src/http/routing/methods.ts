import { operations, type Operation } from '@cairn/api-schema';

const routes = operations
  .filter(({ family }) => family !== 'files')
  .map((operation) => ({ pattern: patternOf(operation), methods: methodsOf(operation) }));

/** The methods that the API has at a path; none where there is nothing. */
export function methodsAt(path: string): readonly string[] {
  return [...new Set(routes.flatMap(({ pattern, methods }) => (pattern.test(path) ? methods : [])))];
}

/** What the paths of an operation look like before they are percent-decoded, its parameters being named groups. */
export function patternOf({ path }: Pick<Operation, 'path'>): RegExp {
  return new RegExp(`^${path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}/?$`, 'i');
}

/** The methods that an operation answers. */
export function methodsOf({ method }: Pick<Operation, 'method'>): readonly string[] {
  return method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()];
}
