import type { Statements } from './statements.js';

const texts = new Set<string>();

/** Whether the statement is one of a `Lookup`: worth that a connection prepares it once for all its executions. */
export function isLookup(text: string): boolean {
  return texts.has(text);
}

/**
 * A query by one value for what is asked most: its text is made once, where the `sql` tag would put it together again
 * for every call, which takes about as long as to run it.
 */
export class Lookup<Row> {
  private text: string | undefined;

  /** `write` is given what stands for the value in the text. */
  constructor(private readonly write: (value: string) => string) {}

  async find(manager: Statements, value: string): Promise<Row | undefined> {
    this.text ??= this.writeFor(manager);
    const [row] = await manager.query<readonly Row[]>(this.text, [value]);
    return row;
  }

  private writeFor(manager: Statements): string {
    const text = this.write(manager.parameter(0));
    texts.add(text);
    return text;
  }
}
