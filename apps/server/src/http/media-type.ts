/** A media type without its parameters. */
export function mediaTypeOf(header: string): string {
  return (header.split(';', 1)[0] ?? '').trim().toLowerCase();
}
