/** A media type without its parameters. */
export function mediaTypeOf(header: string): string {
  return (header.split(';', 1)[0] ?? '').trim().toLowerCase();
}

/** Whether a `Content-Type` is a JSON type. */
export function isJson(type = ''): boolean {
  return /^\s*(?:application|text)\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(type);
}
