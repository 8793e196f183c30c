const PLAIN_NUMBER = /^-?(?:0|[1-9]\d{0,14})(?:\.\d+)?$/;

/** Values in XML are texts: a schema is mostly missing, and often wrong. Numbers are those that JSON writes so. */
const plainValue = (text: string): unknown => (PLAIN_NUMBER.test(text) ? Number(text) : text);

/** What Cairn says about a value in XML that would be read as something else. */
export type ValueType = 'text' | 'json';

/** `undefined` for a value that is read as it is. */
export function valueTypeOf(value: unknown): ValueType | undefined {
  if (typeof value !== 'string') return plainValue(JSON.stringify(value)) === value ? undefined : 'json';
  return value !== '' && value.trim() === value && plainValue(value) === value ? undefined : 'text';
}

/** The value of a text with what is said about it; `undefined` for an empty one. */
export function typedValue(text: string, type: string | undefined): unknown {
  if (type === 'text') return text;
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  if (type !== 'json') return plainValue(trimmed);
  try {
    return JSON.parse(trimmed);
  } catch {
    return trimmed;
  }
}
