const MAX_LENGTH = 1024;
const HERE = 'http://here.invalid';

/** The path and query of an address of the page; `/` for anything else, which a foreign link may name. */
export function ownPath(from: string | undefined): string {
  if (from === undefined || from.length > MAX_LENGTH || !/^\/(?![/\\])/.test(from)) return '/';
  if (!URL.canParse(from, HERE)) return '/';
  const { origin, pathname, search } = new URL(from, HERE);
  // Dots and control characters may leave two slashes in front.
  return origin === HERE && !pathname.startsWith('//') && !pathname.startsWith('/api/')
    ? pathname + search
    : '/';
}
