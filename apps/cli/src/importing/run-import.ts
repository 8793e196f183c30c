import { InvalidInput } from '@cairn/kernel';
import type { Output } from '../program/output.js';
import { eachOf } from '../transfer/each-of.js';
import { importAlbums, spaceOf } from './collection-import.js';
import { Refused } from '../transfer/refused.js';
import type { Destination } from './destinations/destination.js';
import { ImageImport, type ImageRules } from './image-import.js';
import { layoutOf, type Layout } from './layout.js';
import { ImportReport, type ImportEnd } from './report.js';
import type { ImportSource, SourceFile } from './sources/source.js';

/** What is imported, and how. */
export interface ImportPlan {
  readonly source: ImportSource;
  readonly destination: Destination;
  readonly rules: ImageRules;
  readonly atOnce: number;
  /** Once it aborts, no further file is begun. */
  readonly signal: AbortSignal;
  readonly output: Output;
}

/** Imports a whole source: images, then their albums, then spaces. Returns a report with the refused files. */
export async function runImport(plan: ImportPlan): Promise<ImportReport> {
  const { destination, rules, signal, output } = plan;
  const report = new ImportReport(output);
  const layout = await layoutOf(plan.source.list());
  for (const other of layout.others) report.ignored(other);
  const images = new ImageImport(layout, destination, rules);
  const bar = output.progress('Images');
  const isEnding = (): boolean => signal.aborted;
  const dealtWith = new Set<SourceFile>();
  let end: ImportEnd = 'failed';
  try {
    await eachOf(layout.images, plan, async (file) => {
      await judged(file, report, async () => {
        const { outcome, ...facts } = await images.execute(file);
        report.file(file.name, outcome, facts);
      });
      dealtWith.add(file);
      bar.set(report.done, layout.images.length);
    });
    bar.stop();
    const { albums, spaces } = layout;
    if (!isEnding() && !rules.isDryRun && albums !== undefined) {
      const refused = (reason: string): void => report.file(albums.name, 'refused', { reason });
      const added = (): void => report.add('albums');
      await judged(albums, report, () => importAlbums(albums, { images, destination, added, refused }));
    }
    const ids = new Set<string>();
    for (const file of spaces) {
      if (isEnding()) break;
      await judged(file, report, () => importSpace(file, { layout, plan, report, ids }));
      dealtWith.add(file);
    }
    const told = report.hasRefused ? 'incomplete' : 'complete';
    end = isEnding() ? 'stopped' : rules.isDryRun ? 'dry-run' : told;
  } finally {
    bar.stop();
    const left = layout.images.length + layout.spaces.length - dealtWith.size;
    report.end(end, { left, withoutSidecar: layout.withoutSidecar });
  }
  return report;
}

async function importSpace(
  file: SourceFile,
  {
    layout,
    plan,
    report,
    ids,
  }: {
    readonly layout: Layout;
    readonly plan: ImportPlan;
    readonly report: ImportReport;
    /** The ids of spaces in earlier files. */
    readonly ids: Set<string>;
  },
): Promise<void> {
  if (file.refused !== undefined) throw new Refused(file.refused);
  const space = await spaceOf(file, layout.sidecarsOf(file));
  if (ids.has(space.id)) throw new Refused(`Another file of this import is the space ${space.id}.`);
  ids.add(space.id);
  if (plan.rules.isDryRun) {
    report.file(file.name, 'added');
    return;
  }
  const counts = await plan.destination.addSpace(space, await file.open());
  report.file(file.name, counts === undefined ? 'there' : 'added', { id: space.id });
  if (counts === undefined) return;
  report.add('spaces');
  report.add('features', counts.stored);
  if (counts.failed > 0)
    report.file(file.name, 'refused', { reason: `${counts.failed} of its features are invalid.` });
}

/** Reports an error that concerns only this file. Any other error ends the import. */
async function judged(file: SourceFile, report: ImportReport, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Refused || error instanceof InvalidInput)) throw error;
    report.file(file.name, 'refused', { reason: error.message });
  }
}
