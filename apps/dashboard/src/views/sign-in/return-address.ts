/** An address of this page to return to; `undefined` for one of another site, which a foreign link may name. */
export function returnAddress(from: string | null): string | undefined {
  if (from === null || !URL.canParse(from, location.origin)) return undefined;
  const { origin, pathname, search } = new URL(from, location.origin);
  return origin === location.origin && /^\/(?!\/)/.test(from) ? pathname + search : undefined;
}
