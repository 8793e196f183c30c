import type { Output } from '../program/output.js';

/** What became of a file. */
export type FileOutcome = 'added' | 'there' | 'refused' | 'ignored';

/** A name in one line, without characters that a terminal acts upon. */
const shown = (name: string): string => (/[\p{C}\u2028\u2029]/u.test(name) ? escaped(name) : name);

const escaped = (name: string): string =>
  name.replaceAll(/[\p{C}\u2028\u2029]/gu, (one) => `\\u{${(one.codePointAt(0) ?? 0).toString(16)}}`);

/** Counts what became of each file, and tells it: each file as a line of JSON, or as text what was refused. */
export class ImportReport {
  private readonly counts: Record<FileOutcome, number> = { added: 0, there: 0, refused: 0, ignored: 0 };
  private readonly others = { albums: 0, spaces: 0, features: 0 };

  constructor(private readonly output: Output) {}

  file(
    file: string,
    outcome: FileOutcome,
    { id, reason }: { readonly id?: string; readonly reason?: string | undefined } = {},
  ): void {
    this.counts[outcome] += 1;
    const facts = { file, outcome, ...(id !== undefined && { id }), ...(reason !== undefined && { reason }) };
    if (this.output.format === 'json') this.output.result(facts, '');
    else if (reason !== undefined) this.output.result(facts, `${outcome} ${shown(file)}: ${reason}`);
  }

  add(what: 'albums' | 'spaces' | 'features', count = 1): void {
    this.others[what] += count;
  }

  get hasRefused(): boolean {
    return this.counts.refused > 0;
  }

  /** Files that were dealt with. */
  get done(): number {
    return this.counts.added + this.counts.there + this.counts.refused;
  }

  /** The last line. */
  end(kind: 'complete' | 'stopped' | 'dry-run'): void {
    const { added, there, refused, ignored } = this.counts;
    const { albums, spaces, features } = this.others;
    const begun = {
      complete: 'Added',
      stopped: 'Stopped. Added',
      'dry-run': 'Nothing was stored. Would add',
    }[kind];
    this.output.result(
      { summary: { end: kind, ...this.counts, ...this.others } },
      `${begun} ${added}; there already ${there}, refused ${refused}, ignored ${ignored}. ` +
        `Albums ${albums}, spaces ${spaces} with ${features} features.`,
    );
  }
}
