import { examples } from './examples.js';

const sha256 = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';

export const knownFileExamples = {
  knownFilesBody: { hashes: [sha256], sizes: [48_213] },
  knownFiles: {
    known: { [sha256]: [{ id: examples.imageRecord.id, path: 'holiday/2026', inTrash: false }] },
    sizes: [48_213],
  },
  copyImageBody: { path: 'best-of' },
  copiedImage: { ...examples.imageRecord, id: '4tWm9bXc2LrPq7ZnVy1KdE' },
};
