import { operations } from '@cairn/api-schema';

const routes = operations
  .filter(({ family }) => family !== 'files')
  .map(({ path, method }) => ({
    pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}/?$`, 'i'),
    method: method.toUpperCase(),
  }));

/** The methods that the API has at a path; none where there is nothing. */
export function methodsAt(path: string): readonly string[] {
  const allowed = routes.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);
  return [...new Set(allowed.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))];
}
