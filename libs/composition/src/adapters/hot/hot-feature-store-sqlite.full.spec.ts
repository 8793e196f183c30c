import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqlite } from '@cairn/adapter-typeorm';
import { verifyHotOver } from './hot-over-store.spec.kit.js';

verifyHotOver(() => {
  let folder: string | undefined;
  return {
    name: 'SQLite',
    isShared: false,
    open: async () => {
      folder ??= await mkdtemp(join(tmpdir(), 'cairn-hot-'));
      return await openSqlite({ file: join(folder, 'cairn.db') });
    },
    close: async () => {
      if (folder !== undefined) await rm(folder, { recursive: true });
    },
  };
});
