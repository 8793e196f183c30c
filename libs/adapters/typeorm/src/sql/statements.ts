/** Runs one statement and gives its rows; `values` stand for the parameters in their order. */
type Run = (text: string, values: readonly unknown[]) => Promise<unknown>;

/** SQL statements on one connection: all that the repositories need of a database driver. */
export class Statements {
  constructor(
    private readonly run: Run,
    /** How the driver writes a parameter, counted from 0. */
    readonly parameter: (index: number) => string,
  ) {}

  /** Runs the statement. What it gives is what the driver gives: rows, mostly. */
  async query<T>(text: string, values: readonly unknown[] = []): Promise<T> {
    return (await this.run(text, values)) as T;
  }

  /** Runs a template: what is put into it becomes a parameter; a function gives text that belongs to the statement. */
  async sql<T>(strings: TemplateStringsArray, ...parts: readonly unknown[]): Promise<T> {
    let text = '';
    const values: unknown[] = [];
    for (const [index, part] of parts.entries()) {
      text += strings[index];
      if (isText(part)) text += part();
      else text += this.parameter(values.push(part) - 1);
    }
    text += strings[parts.length];
    return await this.query<T>(text, values);
  }
}

function isText(part: unknown): part is () => string {
  return typeof part === 'function';
}
