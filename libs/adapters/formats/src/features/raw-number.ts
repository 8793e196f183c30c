/** Every Node that is supported has them; the library of types for ES2023, which is named in the configuration, does not. */
interface RawJson {
  rawJSON(text: string): unknown;
  isRawJSON(value: unknown): boolean;
}
const json = JSON as JSON & RawJson;

/** A number that `JSON.stringify` writes like this, with every digit. */
export const rawNumber = (text: string): unknown => json.rawJSON(text);

export const isRawNumber = (value: unknown): boolean => json.isRawJSON(value);

/** What `JSON.parse` is given so that numbers keep every digit. */
export function asWritten(_: string, value: unknown, context?: { readonly source?: string }): unknown {
  const source = context?.source;
  return typeof value !== 'number' || source === undefined || String(value) === source
    ? value
    : rawNumber(source);
}
