import { at, pathIn } from '../api/base-path.ts';

/** A URL within the page, without the base path. */
export function inPage(address: string): URL {
  const url = new URL(address);
  url.pathname = pathIn(url.pathname);
  return url;
}

/** The browser's URL for a URL within the page. */
export function atHost(inside: URL): URL {
  const url = new URL(inside);
  url.pathname = at(inside.pathname);
  return url;
}

/** Whether two URLs are the same, however their queries are written. */
export const isSame = (one: URL, other: URL): boolean =>
  one.pathname === other.pathname && one.searchParams.toString() === other.searchParams.toString();

export const withoutSlash = (path: string): string =>
  path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
