/** Facts and a message, such as pino takes them. */
type LogMethod = (facts: object, message: string) => void;

/** Where the HTTP interface logs. */
export interface HttpLog {
  readonly info: LogMethod;
  readonly warn: LogMethod;
  readonly error: LogMethod;
}

const nowhere: LogMethod = () => undefined;

/** Logs nothing. */
export const noLog: HttpLog = { info: nowhere, warn: nowhere, error: nowhere };
