import type { Statements } from './statements.js';

const texts = new Set<string>();

/** Marks a statement with a constant text, so that it is prepared once per connection. */
export function frequent(text: string): string {
  texts.add(text);
  return text;
}

/** Whether the statement is `frequent`, so that preparing it once per connection pays off. */
export function isLookup(text: string): boolean {
  return texts.has(text);
}

/**
 * A frequent query by one value. Its text is built once: building it with the `sql` tag takes about as long as
 * running it.
 */
export class Lookup<Row> {
  private text: string | undefined;

  /** `write` receives the placeholder of the value. */
  constructor(private readonly write: (value: string) => string) {}

  async find(manager: Statements, value: string): Promise<Row | undefined> {
    this.text ??= this.writeFor(manager);
    const [row] = await manager.query<readonly Row[]>(this.text, [value]);
    return row;
  }

  private writeFor(manager: Statements): string {
    return frequent(this.write(manager.parameter(0)));
  }
}
