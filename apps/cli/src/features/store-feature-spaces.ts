import { createReadStream } from 'node:fs';
import type { FileImportReport, FilePreview } from '@cairn/api-schema';
import type { Application } from '@cairn/composition';
import {
  type Caller,
  CreateSpace,
  DeleteSpace,
  ExportFeatures,
  ImportFile,
  ownerCaller,
} from '@cairn/spaces';
import type { ExportFormat } from './export-options.js';
import type { DataFile, FeatureSpaces, FileImporting, FileReading, SpaceExport } from './feature-spaces.js';
import { formatOf, previewOf, reportOf } from './file-views.js';

const RULE = { onExists: 'replace', onNotExists: 'create', onConflict: 'error' } as const;

/** The stores themselves, in one account. */
export class StoreFeatureSpaces implements FeatureSpaces {
  private readonly caller: Caller;

  constructor(
    private readonly application: Pick<Application, 'get'>,
    owner: string,
  ) {
    this.caller = ownerCaller({ owner });
  }

  async preview(spaceId: string, file: DataFile, reading: FileReading): Promise<FilePreview> {
    const importing = this.application.get(ImportFile);
    return previewOf(await importing.preview(this.caller, spaceId, sentOf(file, reading)));
  }

  async importFile(
    spaceId: string,
    file: DataFile,
    { broken, isDryRun, onProgress, ...reading }: FileImporting,
  ): Promise<FileImportReport> {
    const importing = this.application.get(ImportFile);
    const report = await importing.execute(this.caller, spaceId, {
      ...sentOf(file, reading),
      rule: RULE,
      broken,
      dryRun: isDryRun,
      progress: ({ read: done }) => onProgress({ phase: 'Storing', done, total: done }),
    });
    return reportOf(report, { isDryRun });
  }

  async exportFile(
    spaceId: string,
    { format, fields }: SpaceExport,
  ): Promise<AsyncIterable<Uint8Array | string>> {
    const exporting = this.application.get(ExportFeatures);
    return await exporting.execute(this.caller, spaceId, { format: exportedAs(format), fields });
  }

  async create(title: string): Promise<string> {
    return (await this.application.get(CreateSpace).execute(this.caller, { title, description: '' })).id;
  }

  async remove(spaceId: string): Promise<void> {
    await this.application.get(DeleteSpace).execute(this.caller, spaceId);
  }
}

const sentOf = ({ name, path }: DataFile, { format, mapping, signal }: FileReading) => ({
  name,
  bytes: createReadStream(path),
  choices: {
    ...(format === 'tsv' && { separator: '\t' as const }),
    ...mapping,
    format: format && formatOf(format),
  },
  cancellation: signal,
});

function exportedAs(format: ExportFormat) {
  switch (format) {
    case 'geojson':
    case 'geojson-seq':
    case 'ndjson':
      return format;
    case 'csv':
      return { kind: 'csv' } as const;
    case 'gpkg':
      return { kind: 'file', format: 'geopackage' } as const;
    case 'fgb':
      return { kind: 'file', format: 'flatgeobuf' } as const;
    default:
      return { kind: 'file', format } as const;
  }
}
