import type { EntityManager, Repository } from 'typeorm';
import type { Table } from './table.js';

/** Runs one statement and returns its rows. `values` are the parameters in order. */
type Run = (text: string, values: readonly unknown[]) => Promise<unknown>;

/** What events are stored with, besides their facts. */
export interface EventOrigin {
  /** In epoch milliseconds. */
  readonly now: () => number;
  /** The trace that is recorded at the moment. */
  readonly traceparent: () => string | undefined;
}

/** Events of the clock, outside of traces. */
export const untraced = (clock: { now(): number }): EventOrigin => ({
  now: () => clock.now(),
  traceparent: () => undefined,
});

/** SQL statements on one connection: all that the repositories need of a driver. */
export class Statements {
  constructor(
    private readonly run: Run,
    /** The driver's placeholder of a parameter, counted from 0. */
    readonly parameter: (index: number) => string,
    /** TypeORM on the same connection. */
    private readonly entities: () => EntityManager = notLoaded,
    readonly origin: EventOrigin = untraced(Date),
  ) {}

  /** TypeORM's repository of a table. Its statements run on this connection, in its transaction. */
  repository<Row extends object>({ name }: Table<Row>): Repository<Row> {
    return this.entities().getRepository<Row>(name);
  }

  /** Runs the statement. Returns the driver's result, usually rows. */
  async query<T>(text: string, values: readonly unknown[] = []): Promise<T> {
    return (await this.run(text, values)) as T;
  }

  /** Runs a template. Interpolated values become parameters; a function returns SQL text. */
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

/** @throws {Error} always: the connection was opened without TypeORM. */
export function notLoaded(): never {
  throw new Error('TypeORM is not loaded.');
}
