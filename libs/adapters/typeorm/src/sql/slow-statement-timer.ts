import type { SlowStatements, StatementWatch } from '@cairn/kernel';

/** Reports statements that take long, with the work during which they were started. */
export class SlowStatementTimer {
  constructor(
    private readonly slow: SlowStatements,
    private readonly currentWork: NonNullable<StatementWatch['currentWork']> = () => ({}),
  ) {}

  /** Runs a statement. */
  run<T>(text: string, statement: () => T): T {
    const from = performance.now();
    try {
      return statement();
    } finally {
      this.ended(text, from);
    }
  }

  /** A statement has ended that was begun then, on the clock of `performance.now()`. */
  ended(text: string, from: number): void {
    const durationMs = performance.now() - from;
    const { fromMs, report } = this.slow;
    if (durationMs >= fromMs) report({ text, durationMs, work: this.currentWork().name });
  }
}

/** `undefined` if no statement is reported. */
export function slowStatementTimer({ currentWork, slowStatements }: StatementWatch = {}):
  SlowStatementTimer | undefined {
  return slowStatements && new SlowStatementTimer(slowStatements, currentWork);
}
