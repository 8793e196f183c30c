import type { Output } from '../program/output.js';
import { shown } from '../program/shown.js';
import type { LeftOut } from './left-out.js';

/** The outcome for a file. */
export type FileOutcome = 'added' | 'there' | 'restored' | 'refused' | 'ignored';

/** How an import ended. `incomplete`: all files were processed, and some were refused. `failed`: an error ended it. */
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
  /** Why the file was not added. */
  readonly reason?: string | undefined;
  /** Sentences about data that is stored differently from the source. */
  readonly notes?: readonly string[] | undefined;
}

/** Counts the outcomes of files and prints them: as JSON, a line for each file; as text, only refused files. */
export class ImportReport {
  private readonly counts: Record<FileOutcome, number> = {
    added: 0,
    there: 0,
    restored: 0,
    refused: 0,
    ignored: 0,
  };
  private readonly others = { albums: 0, spaces: 0, features: 0 };
  /** Counts of ignored files that are reported together. */
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

  /** Reports a file that cannot be imported. As text, files of the same kind are reported together in the last line. */
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

  /** The number of processed files. */
  get done(): number {
    return this.counts.added + this.counts.there + this.counts.restored + this.counts.refused;
  }

  /** The last line. `left` files were not processed; `withoutSidecar` images of the source have no sidecar. */
  end(
    kind: ImportEnd,
    { left, withoutSidecar }: { readonly left: number; readonly withoutSidecar: number },
  ): void {
    const { counts, others, noted, leftOut } = this;
    const { added, there, restored, refused, ignored } = counts;
    const kinds = [...leftOut].toSorted(([, one], [, other]) => other - one);
    const said = [
      `${BEGINNINGS[kind]} ${added}; there already ${there}, restored ${restored}, refused ${refused}, ignored ${ignored}.`,
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
