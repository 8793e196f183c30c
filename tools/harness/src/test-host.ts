import { fileURLToPath } from 'node:url';
import { SharedHost } from './shared-host.js';

/** Programs that serve Cairn with the server's settings, by what `CAIRN_TEST_HOST` names. */
const HOSTS = {
  /** The server itself. */
  server: { program: 'bundled-main.js', basePath: '' },
  /** A service that has `createHandler` below a path: apps/server-e2e/src/host. */
  mounted: { program: 'tested-host.js', basePath: '/media' },
} as const;

/** The host that servers are started with, and the path that Cairn is below. @throws {Error} if there is none of this name. */
export function testHost(): { readonly name: keyof typeof HOSTS; readonly basePath: string } {
  const { CAIRN_TEST_HOST: given = 'server' } = process.env;
  const name = (Object.keys(HOSTS) as (keyof typeof HOSTS)[]).find((one) => one === given);
  if (name === undefined)
    throw new Error(`CAIRN_TEST_HOST may be ${Object.keys(HOSTS).join(' or ')}, and is ${given}.`);
  return { name, basePath: HOSTS[name].basePath };
}

const built = (program: string): string =>
  fileURLToPath(new URL(`../../../apps/server/dist/${program}`, import.meta.url));

/** The program of the host that servers are started with. */
export const hostProgram = (): string => built(HOSTS[testHost().name].program);

/** Servers without files, in a process that the suites of a worker share: apps/server-e2e/src/host. */
export const sharedHost = new SharedHost(built('tested-shared.js'));
