import type { FileImportProgress, FileImportReport, FilePreview, ReadFormat } from '@cairn/api-schema';
import type { FileContent, FileFormat, FileReport, ImportProgress } from '@cairn/spaces';
import { failureOf, type Failure } from '../../errors/failure.js';
import { hubStatuses } from '../../errors/hub-error.js';
import { failureOfEnd } from './import-view.js';
import { formatOf } from './file-import-request.js';

const words = new Map(
  Object.entries(formatOf).map(([word, format]) => [format, word as ReadFormat]), // the keys of the table
);

/** The name that the API has for a format. */
function wordOf(format: FileFormat): ReadFormat {
  const word = words.get(format);
  if (word === undefined) throw new Error(`There is no word for ${format}.`);
  return word;
}

export function previewView({ sample, ...content }: FileContent): FilePreview {
  return {
    type: 'FilePreview',
    ...contentView(content),
    features: sample.flatMap((item) => ('feature' in item ? [{ ...item.feature }] : [])),
    faults: sample.flatMap((item) => ('reason' in item ? [{ line: item.at, reason: item.reason }] : [])),
  };
}

function contentView({
  format,
  crs,
  layers,
  columns,
  ...others
}: Omit<FileContent, 'sample'>): FileImportReport['content'] {
  return {
    format: wordOf(format),
    ...crsView(crs),
    ...others,
    ...(layers && { layers: layers.map((layer) => ({ ...layer })) }),
    columns: columns.map((column) => ({ ...column })),
  };
}

const crsView = (crs: FileContent['crs']) => ({
  crs: crs?.code ?? null,
  ...(crs && {
    crsName: crs.name,
    ...(crs.accuracyInMeters !== undefined && { accuracyInMeters: crs.accuracyInMeters }),
  }),
});

export function fileProgressView({ read, ...progress }: ImportProgress): FileImportProgress {
  return { type: 'ImportProgress', read, ...countsOf(progress) };
}

type Counted = Pick<
  ImportProgress,
  'inserted' | 'updated' | 'unchanged' | 'merged' | 'numbered' | 'failed' | 'version'
>;

const countsOf = ({
  inserted,
  updated,
  unchanged: unmodified,
  merged,
  numbered,
  failed,
  version,
}: Counted) => ({
  inserted,
  updated,
  unmodified,
  ...(merged > 0 && { merged }),
  ...(numbered > 0 && { numbered }),
  failed,
  version,
});

/** @param failure Why the import ended early. */
export function fileImportView(
  { content, report, failed, faults, broken }: FileReport,
  { failure, dryRun }: { readonly failure: Failure | undefined; readonly dryRun: boolean | undefined },
): FileImportReport {
  const { sample: _, ...described } = content;
  const { inserted, updated, unchanged } = report;
  return {
    type: 'FileImport',
    format: wordOf(content.format),
    ...crsView(content.crs),
    imported: inserted + updated + unchanged,
    ...countsOf({ ...report, failed }),
    faults: faults.map(({ at: line, reason }) => ({ line, reason })),
    ...(dryRun === true && { dryRun }),
    end: endOf(report, broken),
    ...(failure && {
      reason: {
        code: failure.code,
        message: failure.detail,
        ...(report.end.kind === 'repeated-id' && { id: report.end.id }),
      },
    }),
    content: contentView(described),
  };
}

function endOf({ end }: FileReport['report'], broken: FileReport['broken']): FileImportReport['end'] {
  if (end.kind === 'cancelled' || end.kind === 'failed') return 'failed';
  return broken !== undefined || end.kind !== 'complete' ? 'broken' : 'complete';
}

/** Why the import of a file ended early; `undefined` if it did not. */
export const failureOfFile = ({ report, broken }: FileReport): Failure | undefined =>
  report.end.kind === 'complete' && broken !== undefined
    ? failureOf(broken, hubStatuses)
    : failureOfEnd(report);
