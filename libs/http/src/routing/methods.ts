import type { Operation } from '@cairn/api-schema';

/** A pattern for the percent-encoded paths of an operation, with its parameters as named groups. */
export function patternOf({ path }: Pick<Operation, 'path'>): RegExp {
  return new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}/?$`, 'i');
}

/** The HTTP methods of an operation. */
export function methodsOf({ method }: Pick<Operation, 'method'>): readonly string[] {
  return method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()];
}
