/** On whose behalf something is done at the moment. */
export interface CurrentWork {
  /** The operation or the background job, such as `uploadImages`. */
  readonly name?: string | undefined;
  /** The recorded trace that it belongs to, as a `traceparent` of W3C Trace Context. Absent if none is recorded. */
  readonly traceparent?: string | undefined;
}

/** A statement that took long. */
export interface SlowStatement {
  /** The SQL, with placeholders in place of values. */
  readonly text: string;
  readonly durationMs: number;
  /** The name of the work that it belonged to, if that is known. */
  readonly work?: string | undefined;
}

/** What a database is told of the work around it, and tells of its statements. */
export interface StatementWatch {
  readonly currentWork?: (() => CurrentWork) | undefined;
  readonly slowStatements?: SlowStatements | undefined;
}

/** Statements that take at least `fromMs` are reported. */
export interface SlowStatements {
  readonly fromMs: number;
  readonly report: (statement: SlowStatement) => void;
}
