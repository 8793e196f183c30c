/** A property in the editor. */
export interface PropertyRow {
  readonly id: number;
  name: string;
  text: string;
}

/**
 * A value as a text that {@link valueOf} parses back. Texts stay as they are, or are quoted if they could be read as
 * something else. Everything else is JSON.
 */
export function textOf(value: unknown): string {
  return typeof value === 'string' && valueOf(value) === value ? value : JSON.stringify(value);
}

/**
 * Parses a text: a number, `true`, `false`, `null`, an array, an object or a quoted text as JSON; anything else is a
 * text itself.
 */
export function valueOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The properties in the rows that have a name. If a name is repeated, the last row counts. */
export function propertiesOf(rows: readonly PropertyRow[]): Readonly<Record<string, unknown>> {
  const named = rows.map(({ name, text }) => [name.trim(), valueOf(text)] as const);
  return Object.fromEntries(named.filter(([name]) => name !== ''));
}
