import { FeatureFiles } from '@cairn/spaces/spi';
import { ContainerModule } from 'inversify';
import type { CustomFeatureFiles, FeatureFilesSettings } from '../settings/application-settings.js';
import { NoFeatureFiles } from './no-feature-files.js';
import type { Watched } from './part.js';

const PACKAGE = '@cairn/adapter-formats';

/** The adapter that reads and writes files of features, by these settings. */
export async function featureFilesModule(
  settings: FeatureFilesSettings | undefined,
  watched: Pick<Watched, 'queues'>,
): Promise<ContainerModule> {
  const { files, close } = await openFeatureFiles(settings, watched);
  return new ContainerModule(({ bind }) => {
    bind(FeatureFiles)
      .toConstantValue(files)
      .onDeactivation(() => close?.());
  });
}

async function openFeatureFiles(
  settings: FeatureFilesSettings | undefined,
  watched: Pick<Watched, 'queues'>,
): Promise<Omit<CustomFeatureFiles, 'kind'>> {
  if (settings === undefined) return await openIfInstalled(watched);
  switch (settings.kind) {
    case 'processes': {
      const { ProcessFeatureFiles } = await import('@cairn/adapter-formats');
      const { processes, waiting, maxSeconds, folder } = settings;
      const totalMs = maxSeconds === undefined ? undefined : maxSeconds * 1_000;
      const files = new ProcessFeatureFiles({ processes, waiting, totalMs, folder });
      watched.queues.watch('feature-files', files);
      return { files, close: async () => files.close() };
    }
    case 'none':
      return { files: new NoFeatureFiles() };
    case 'custom':
      return settings;
  }
}

/** An application that does not ask for the package has it if it is there. */
async function openIfInstalled({
  queues,
}: Pick<Watched, 'queues'>): Promise<Omit<CustomFeatureFiles, 'kind'>> {
  try {
    return await openFeatureFiles({ kind: 'processes' }, { queues });
  } catch (error) {
    if (isNotInstalled(error)) return { files: new NoFeatureFiles() };
    throw error;
  }
}

/** Whether it is this package that is missing, and not one that it needs. */
const isNotInstalled = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  error.code === 'ERR_MODULE_NOT_FOUND' &&
  error.message.includes(`'${PACKAGE}'`);
