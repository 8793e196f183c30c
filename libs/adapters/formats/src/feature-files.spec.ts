import { afterAll, describe, it } from '@jest/globals';
import type { FeatureFiles } from '@cairn/spaces/spi';
import { featureFilesContract, type FilesSubject, verify } from '@cairn/testkit';
import { FilesFolders } from './feature-files.spec.kit.js';
import { LocalFeatureFiles, type LocalFiles } from './process/local-feature-files.js';
import { ProcessFeatureFiles } from './process/process-feature-files.js';

const folders = new FilesFolders();
afterAll(async () => await folders.close());

const adapters: readonly (readonly [string, (options: LocalFiles) => FeatureFiles])[] = [
  ['in this process', (options) => new LocalFeatureFiles(options)],
  ['in a process of their own', (options) => new ProcessFeatureFiles(options)],
];

for (const [where, make] of adapters)
  describe(`files that are read ${where}`, () => {
    const open = async (): Promise<FilesSubject> => await folders.open(make);
    verify({ contract: featureFilesContract, subject: { open, reopen: async (subject) => subject }, it });
  });
