import { SingleBar } from 'cli-progress';

/** A stream of the process. */
export interface Terminal {
  write(text: string): unknown;
  readonly isTTY?: boolean | undefined;
}

/** A value of a table. */
export type Cell = string | number | boolean | null;

/** What a long command has done so far. */
export interface Progress {
  set(done: number, total: number): void;
  stop(): void;
}

const silent: Progress = { set: () => undefined, stop: () => undefined };

/**
 * Writes the output of commands: results to standard output, as text or as one JSON value per line; everything else to
 * standard error.
 */
export class Output {
  constructor(
    private readonly out: Terminal,
    private readonly err: Terminal,
    readonly format: 'text' | 'json',
  ) {}

  /** A result: the record as JSON, or the text. */
  result(record: unknown, text: string): void {
    this.out.write(`${this.format === 'json' ? JSON.stringify(record) : text}\n`);
  }

  /** Records, in columns of their own under the names of the fields. */
  table(rows: readonly Readonly<Record<string, Cell>>[]): void {
    if (this.format === 'json') for (const row of rows) this.out.write(`${JSON.stringify(row)}\n`);
    else for (const line of inColumns(rows)) this.out.write(`${line}\n`);
  }

  /** A long table. As JSON, each line is written as soon as it is available. */
  async list(rows: AsyncIterable<Readonly<Record<string, Cell>>>): Promise<void> {
    const kept: Readonly<Record<string, Cell>>[] = [];
    for await (const row of rows) {
      if (this.format === 'json') this.table([row]);
      else kept.push(row);
    }
    if (this.format === 'text') this.table(kept);
  }

  /** A message for people that programs do not read. */
  note(text: string): void {
    this.err.write(`${text}\n`);
  }

  /** Why the command failed, in one line. */
  failure(message: string): void {
    const line = message
      .split('\n')
      .map((part) => part.trim())
      .join(' ')
      .trim();
    this.err.write(this.format === 'json' ? `${JSON.stringify({ error: line })}\n` : `cairn: ${line}\n`);
  }

  /** A progress bar, shown only on a terminal. */
  progress(label: string): Progress {
    if (this.err.isTTY !== true || this.format === 'json') return silent;
    const bar = new SingleBar({
      format: `${label} {bar} {value} of {total}, {eta_formatted} left`,
      hideCursor: true,
      clearOnComplete: true,
    });
    bar.start(0, 0);
    return {
      set: (done, total) => {
        bar.setTotal(total);
        bar.update(done);
      },
      stop: () => bar.stop(),
    };
  }
}

function inColumns(rows: readonly Readonly<Record<string, Cell>>[]): readonly string[] {
  const [first] = rows;
  if (first === undefined) return [];
  const names = Object.keys(first);
  const lines = [names, ...rows.map((row) => names.map((name) => String(row[name] ?? '-')))];
  const widths = names.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines.map((line) =>
    line
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
