import {
  type FileImportReport,
  type FilePreview,
  READ_FORMAT_WORDS,
  type ReadFormatWord,
} from '@cairn/api-schema';
import type { FileChoices, FileContent, FileReport } from '@cairn/spaces';

/** What a format is called in the domain. */
export function formatOf(word: ReadFormatWord): NonNullable<FileChoices['format']> {
  const format = READ_FORMAT_WORDS[word];
  return format === 'gpkg' ? 'geopackage' : format === 'fgb' ? 'flatgeobuf' : format;
}

/** The answer of the API for a preview. */
export function previewOf(content: FileContent): FilePreview {
  const features = content.sample.flatMap((item) => ('feature' in item ? [{ ...item.feature }] : []));
  const faults = content.sample.flatMap((item) => ('reason' in item ? [faultOf(item)] : []));
  return { type: 'FilePreview', ...contentOf(content), features, faults };
}

/** The answer of the API for an import. */
export function reportOf(
  { content, report, failed, faults, broken }: FileReport,
  { isDryRun }: { readonly isDryRun: boolean },
): FileImportReport {
  const { inserted, updated, unchanged: unmodified, version } = report;
  const shown = contentOf(content);
  const { format, crs, crsName, accuracyInMeters } = shown;
  return {
    type: 'FileImport',
    format,
    crs,
    ...(crsName !== undefined && { crsName }),
    ...(accuracyInMeters !== undefined && { accuracyInMeters }),
    imported: inserted + updated + unmodified,
    inserted,
    updated,
    unmodified,
    failed,
    version,
    faults: faults.map(faultOf),
    ...(isDryRun && { dryRun: true }),
    ...endOf({ report, broken }),
    content: shown,
  };
}

const faultOf = ({ at, reason }: { readonly at: number; readonly reason: string }) => ({ line: at, reason });

function contentOf({ format, crs, sample: _, ...rest }: FileContent): FileImportReport['content'] {
  // JSON has no `undefined`, and the types of the API have no read-only lists.
  return JSON.parse(
    JSON.stringify({
      format: READ_FORMAT_WORDS[format],
      crs: crs?.code ?? null,
      crsName: crs?.name,
      accuracyInMeters: crs?.accuracyInMeters,
      ...rest,
    }),
  ) as FileImportReport['content'];
}

function endOf({
  report: { end },
  broken,
}: Pick<FileReport, 'report' | 'broken'>): Pick<FileImportReport, 'end' | 'reason'> {
  if (broken !== undefined) return { end: 'broken', reason: { code: broken.code, message: broken.message } };
  switch (end.kind) {
    case 'complete':
      return { end: 'complete' };
    case 'cancelled':
      return { end: 'failed', reason: { code: 'cancelled', message: 'The import was cancelled.' } };
    case 'failed':
      throw end.error;
    default:
      return { end: 'broken', reason: { code: end.kind, message: 'The file could be read no further.' } };
  }
}
