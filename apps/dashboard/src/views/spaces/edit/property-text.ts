/** A property as it is typed. */
export interface PropertyRow {
  readonly id: number;
  name: string;
  text: string;
}

/**
 * A value as text that {@link valueOf} reads back: texts as they are, or in quotes where they could be taken for something
 * else; everything else as JSON.
 */
export function textOf(value: unknown): string {
  return typeof value === 'string' && valueOf(value) === value ? value : JSON.stringify(value);
}

/** What a text means: a number, `true`, `false`, `null`, an array, an object or a text in quotes as JSON; else the text. */
export function valueOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Properties of rows with a name. Of rows with the same name the last one counts. */
export function propertiesOf(rows: readonly PropertyRow[]): Readonly<Record<string, unknown>> {
  const named = rows.map(({ name, text }) => [name.trim(), valueOf(text)] as const);
  return Object.fromEntries(named.filter(([name]) => name !== ''));
}
