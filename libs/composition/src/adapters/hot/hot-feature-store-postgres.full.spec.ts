import { openPostgres } from '@cairn/adapter-typeorm';
import { openTestPostgres } from '@cairn/services';
import { afterAll } from '@jest/globals';
import { verifyHotOver } from './hot-over-store.spec.kit.js';

const server = await openTestPostgres();
afterAll(() => server.close());

verifyHotOver(() => {
  let url: string | undefined;
  return {
    name: server.name,
    isShared: true,
    open: async () => await openPostgres({ url: (url ??= await server.fresh()) }),
    close: async () => undefined,
  };
});
