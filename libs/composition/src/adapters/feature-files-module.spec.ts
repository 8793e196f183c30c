import { describe, expect, it } from '@jest/globals';
import { CreateSpace, ImportFile, ownerCaller } from '@cairn/spaces';
import { FeatureFiles } from '@cairn/spaces/spi';
import { createApplication } from '../application.js';
import type { FeatureFilesSettings } from '../settings/application-settings.js';

const me = ownerCaller({ owner: 'me' });

async function* bytes(): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode('name,lon,lat\nHut,11,47\n');
}

async function opened(featureFiles?: FeatureFilesSettings) {
  const application = await createApplication({
    database: { kind: 'memory' },
    blobs: { kind: 'memory' },
    images: { kind: 'memory' },
    featureFiles,
  });
  const { id } = await application.get(CreateSpace).execute(me, { title: 'Huts', description: '' });
  const sent = { name: 'huts.csv', bytes: bytes(), choices: {} };
  return { application, preview: () => application.get(ImportFile).preview(me, id, sent) };
}

describe('what reads files', () => {
  it('are processes, where the package is installed', async () => {
    const { application, preview } = await opened();
    expect(await preview()).toMatchObject({ format: 'csv', count: 1 });
    await application.close();
    await expect(preview()).rejects.toMatchObject({ code: 'storage-unavailable' });
  });

  it('is nothing, where that is chosen', async () => {
    const { application, preview } = await opened({ kind: 'none' });
    await expect(preview()).rejects.toMatchObject({ code: 'formats-not-installed' });
    await application.close();
  });

  it('may be something else, which is closed with the application', async () => {
    let isClosed = false;
    const { application: other } = await opened({ kind: 'none' });
    const files = other.get(FeatureFiles);
    const close = async (): Promise<void> => void (isClosed = true);
    const { application } = await opened({ kind: 'custom', files, close });
    expect(application.get(FeatureFiles)).toBe(files);
    await application.close();
    expect(isClosed).toBe(true);
    await other.close();
  });
});
