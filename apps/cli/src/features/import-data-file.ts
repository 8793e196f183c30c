import type { FileImportReport } from '@cairn/api-schema';
import type { ExitCode } from '../program/command.js';
import type { Output, Progress } from '../program/output.js';
import type { DataFile, FeatureSpaces, FileProgress, FileReading } from './feature-spaces.js';
import { faultsIn, foundIn, sampleOf, summaryOf } from './file-words.js';

/** Where a file goes: into a space that there is, or into a new one. */
export type Target = { readonly spaceId: string } | { readonly title: string };

/** A file, and what is done with it. */
export interface FilePlan extends FileReading {
  readonly file: DataFile;
  readonly target: Target;
  /** `preview` and `dry-run` store nothing. */
  readonly what: 'import' | 'dry-run' | 'preview';
  readonly broken: 'refuse' | 'keep';
  readonly output: Output;
}

/** Imports a file of data. A new space into which nothing came is removed again. */
export async function importDataFile(spaces: FeatureSpaces, plan: FilePlan): Promise<ExitCode> {
  const { target } = plan;
  if ('spaceId' in target) return (await intoSpace(spaces, target.spaceId, plan)).code;
  const spaceId = await spaces.create(target.title);
  const stored = { count: 0 };
  try {
    const { code, imported } = await intoSpace(spaces, spaceId, plan, stored);
    stored.count = imported;
    return code;
  } finally {
    if (stored.count === 0) await spaces.remove(spaceId);
    else plan.output.note(`The space ${spaceId} is new.`);
  }
}

interface Outcome {
  readonly code: ExitCode;
  /** Features that are stored now. */
  readonly imported: number;
}

async function intoSpace(
  spaces: FeatureSpaces,
  spaceId: string,
  plan: FilePlan,
  stored = { count: 0 },
): Promise<Outcome> {
  const { file, what, broken, output, ...reading } = plan;
  if (what === 'preview') return { code: await preview(spaces, spaceId, plan), imported: 0 };
  const bars = new Bars(output);
  const isDryRun = what === 'dry-run';
  const onProgress = (progress: FileProgress): void => {
    bars.show(progress);
    if (progress.phase === 'Storing' && !isDryRun) stored.count = progress.done;
  };
  try {
    const report = await spaces.importFile(spaceId, file, { ...reading, broken, isDryRun, onProgress });
    bars.stop();
    tell(report, { output, spaceId, name: file.name });
    const isWhole = report.failed === 0 && report.end === 'complete';
    return { code: isWhole ? 0 : 1, imported: isDryRun ? 0 : report.imported };
  } finally {
    bars.stop();
  }
}

async function preview(spaces: FeatureSpaces, spaceId: string, plan: FilePlan): Promise<ExitCode> {
  const { file, output, ...reading } = plan;
  const found = await spaces.preview(spaceId, file, reading);
  output.result(found, `${file.name}: ${foundIn(found)}.`);
  if (output.format === 'json') return 0;
  output.table(sampleOf(found));
  for (const line of faultsIn(found.format, found.faults)) output.note(line);
  return 0;
}

function tell(
  report: FileImportReport,
  { output, spaceId, name }: { readonly output: Output; readonly spaceId: string; readonly name: string },
): void {
  const { content, failed, faults, format } = report;
  output.result({ ...report, spaceId }, `${name}: ${foundIn(content)}.\n${summaryOf(report)}`);
  if (output.format === 'json') return;
  for (const line of faultsIn(format, faults)) output.note(line);
  if (failed > faults.length) output.note(`… and ${(failed - faults.length).toLocaleString('en')} more.`);
}

/** A bar for each phase. */
class Bars {
  private phase: FileProgress['phase'] | undefined;
  private bar: Progress | undefined;

  constructor(private readonly output: Output) {}

  show({ phase, done, total }: FileProgress): void {
    if (phase !== this.phase) {
      this.stop();
      this.phase = phase;
      this.bar = this.output.progress(phase);
    }
    this.bar?.set(done, total);
  }

  stop(): void {
    this.bar?.stop();
    this.bar = undefined;
  }
}
