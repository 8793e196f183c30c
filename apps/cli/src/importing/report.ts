import type { Output } from '../program/output.js';
import type { LeftOut } from './left-out.js';

/** What became of a file. */
export type FileOutcome = 'added' | 'there' | 'refused' | 'ignored';

/** A name in one line, without characters that a terminal acts upon. */
const shown = (name: string): string => (/[\p{C}\u2028\u2029]/u.test(name) ? escaped(name) : name);

const escaped = (name: string): string =>
  name.replaceAll(/[\p{C}\u2028\u2029]/gu, (one) => `\\u{${(one.codePointAt(0) ?? 0).toString(16)}}`);

/** How an import ended. `incomplete`: all was looked at, and something was refused. `failed`: an error ended it. */
export type ImportEnd = 'complete' | 'incomplete' | 'stopped' | 'failed' | 'dry-run';

const BEGINNINGS: Readonly<Record<ImportEnd, string>> = {
  complete: 'Added',
  incomplete: 'Not all is there. Added',
  stopped: 'Stopped. Added',
  failed: 'Ended early. Added',
  'dry-run': 'Nothing was stored. Would add',
};

interface FileFacts {
  readonly id?: string | undefined;
  /** Why it is not added. */
  readonly reason?: string | undefined;
  /** What is stored otherwise than it was found. */
  readonly notes?: readonly string[] | undefined;
}

/** Counts what became of each file, and tells it: each file as a line of JSON, or as text what was refused. */
export class ImportReport {
  private readonly counts: Record<FileOutcome, number> = { added: 0, there: 0, refused: 0, ignored: 0 };
  private readonly others = { albums: 0, spaces: 0, features: 0 };
  /** Of the ignored files that are told of together. */
  private readonly leftOut = new Map<string, number>();
  private noted = 0;

  constructor(private readonly output: Output) {}

  file(file: string, outcome: FileOutcome, { id, reason, notes }: FileFacts = {}): void {
    this.counts[outcome] += 1;
    if (notes !== undefined) this.noted += 1;
    const facts = {
      file,
      outcome,
      ...(id !== undefined && { id }),
      ...(reason !== undefined && { reason }),
      ...(notes !== undefined && { notes }),
    };
    const said = [...(reason === undefined ? [] : [reason]), ...(notes ?? [])].join(' ');
    if (this.output.format === 'json') this.output.result(facts, '');
    else if (said !== '') this.output.result(facts, `${outcome} ${shown(file)}: ${shown(said)}`);
  }

  /** A file that is nothing to import. As text, those of a kind are told of in the last line. */
  ignored({ name, reason, kind }: LeftOut): void {
    if (kind !== undefined) this.leftOut.set(kind, (this.leftOut.get(kind) ?? 0) + 1);
    if (kind === undefined || this.output.format === 'json') this.file(name, 'ignored', { reason });
    else this.counts.ignored += 1;
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

  /** The last line. `left` files were not looked at; nothing lies beside `withoutSidecar` images of the source. */
  end(
    kind: ImportEnd,
    { left, withoutSidecar }: { readonly left: number; readonly withoutSidecar: number },
  ): void {
    const { counts, others, noted, leftOut } = this;
    const { added, there, refused, ignored } = counts;
    const kinds = [...leftOut].toSorted(([, one], [, other]) => other - one);
    const said = [
      `${BEGINNINGS[kind]} ${added}; there already ${there}, refused ${refused}, ignored ${ignored}.`,
      ...(left > 0 ? [`Not looked at ${left}.`] : []),
      ...(noted > 0 ? [`Stored with changes ${noted}.`] : []),
      ...(withoutSidecar > 0 ? [`Images without a file beside them ${withoutSidecar}.`] : []),
      `Albums ${others.albums}, spaces ${others.spaces} with ${others.features} features.`,
      ...(kinds.length > 0
        ? [`Left out: ${kinds.map(([name, count]) => `${count} ${name}`).join(', ')}.`]
        : []),
    ];
    const ignoredBy = Object.fromEntries(kinds);
    this.output.result(
      { summary: { end: kind, ...counts, left, noted, withoutSidecar, ...others, ignoredBy } },
      said.join(' '),
    );
  }
}
