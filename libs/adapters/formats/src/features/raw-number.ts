/** Every Node that is supported has them; the library of types for ES2023, which is named in the configuration, does not. */
interface RawJson {
  rawJSON(text: string): unknown;
  isRawJSON(value: unknown): boolean;
}
const json = JSON as JSON & RawJson;

/** A number that `JSON.stringify` writes like this, with every digit. */
export const rawNumber = (text: string): unknown => json.rawJSON(text);

export const isRawNumber = (value: unknown): boolean => json.isRawJSON(value);
