import { createReadStream } from 'node:fs';
import type { FileImportReport, FilePreview } from '@cairn/api-schema';
import { type CairnClient, isCairnError } from '@cairn/client';
import { readThrough } from '../transfer/read-through.js';
import type { DataFile, FeatureSpaces, FileImporting, FileReading, SpaceExport } from './feature-spaces.js';

/** Spaces of a running server. */
export class HttpFeatureSpaces implements FeatureSpaces {
  constructor(private readonly client: CairnClient) {}

  async preview(
    spaceId: string,
    { path, name }: DataFile,
    { format, mapping, signal }: FileReading,
  ): Promise<FilePreview> {
    const options = { name, format, mapping, signal, timeoutMs: Infinity };
    return await readThrough(createReadStream(path), (bytes) =>
      this.client.features.previewFile(spaceId, bytes, options),
    );
  }

  async importFile(
    spaceId: string,
    { path, name, sizeInBytes }: DataFile,
    { format, mapping, broken, isDryRun, onProgress, signal }: FileImporting,
  ): Promise<FileImportReport> {
    const options = { name, format, mapping, broken, dryRun: isDryRun, signal, timeoutMs: Infinity };
    const sending = readThrough(createReadStream(path), (bytes) =>
      this.client.features.importFile(spaceId, bytes, {
        ...options,
        onSent: ({ sentInBytes: done }) => onProgress({ phase: 'Sending', done, total: sizeInBytes }),
        onProgress: ({ read: done }) => onProgress({ phase: 'Storing', done, total: done }),
      }),
    );
    return await sending.catch((error: unknown) => {
      const report = isCairnError(error) ? error.fileImport : undefined;
      if (report === undefined) throw error;
      return report; // some of it is stored
    });
  }

  async exportFile(
    spaceId: string,
    { format, fields }: SpaceExport,
  ): Promise<AsyncIterable<Uint8Array | string>> {
    return await this.client.features.export(spaceId, { format, fields, timeoutMs: Infinity });
  }

  async create(title: string): Promise<string> {
    return (await this.client.call('POST /hub/spaces', { body: { title } })).id;
  }

  async remove(spaceId: string): Promise<void> {
    await this.client.call('DELETE /hub/spaces/{spaceId}', { params: { spaceId } });
  }
}
