import type { Statement } from 'sqlite-driver';
import type { SlowStatementTimer } from '../../sql/slow-statement-timer.js';

/** The members of a statement that are used here and by TypeORM. */
type Used = Pick<Statement<unknown[]>, 'reader' | 'all' | 'get' | 'run' | 'iterate' | 'raw' | 'source'>;

/** Times a statement: as a whole, or until its first row where rows are read one by one, between other work. */
export function timedStatement(
  statement: Statement<unknown[]>,
  timer: SlowStatementTimer,
): Statement<unknown[]> {
  const { source: text, reader } = statement;
  const timed: Used = {
    reader,
    source: text,
    all: (...values) => timer.run(text, () => statement.all(...values)),
    get: (...values) => timer.run(text, () => statement.get(...values)),
    run: (...values) => timer.run(text, () => statement.run(...values)),
    iterate: (...values) => {
      const rows = statement.iterate(...values);
      let isBegun = false;
      const next = (): IteratorResult<unknown> => {
        if (isBegun) return rows.next();
        isBegun = true;
        return timer.run(text, () => rows.next());
      };
      const timedRows: IterableIterator<unknown> = {
        next,
        return: () => rows.return?.() ?? { done: true, value: undefined },
        [Symbol.iterator]: () => timedRows,
      };
      return timedRows;
    },
    raw: (...toggle) => {
      statement.raw(...toggle); // its driver tells an absent argument from `undefined`
      return timed as Statement<unknown[]>;
    },
  };
  return timed as Statement<unknown[]>;
}
