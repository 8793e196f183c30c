import { createServer, type Server } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { listenFault, metricsFaults } from './listeners.js';
import { faultsOf } from './settings.spec.kit.js';

/** Listens, or rejects with the error of Node.js. */
const listen = (port: number, host: string): Promise<Server> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject).listen(port, host, () => resolve(server));
  });
const failure = async (port: number, host: string): Promise<NodeJS.ErrnoException> =>
  await listen(port, host).then(
    () => Promise.reject(new Error('It listens.')),
    (error: NodeJS.ErrnoException) => error,
  );

describe('the settings of what listens', () => {
  it('give the metrics a port of their own, and a host only with it', () => {
    const own = /^CAIRN_METRICS_PORT must be another port than/;
    expect(faultsOf({ CAIRN_METRICS_PORT: '8080' })).toEqual([expect.stringMatching(own)]);
    expect(faultsOf({ CAIRN_METRICS_PORT: '81', CAIRN_PUBLIC_PORT: '81' })).toEqual([
      expect.stringMatching(/CAIRN_PUBLIC_PORT/),
    ]);
    expect(faultsOf({ CAIRN_METRICS_HOST: '::' })).toEqual([
      expect.stringMatching(/^CAIRN_METRICS_HOST is of/),
    ]);
    expect(metricsFaults({ CAIRN_METRICS_PORT: 0, CAIRN_PORT: 0 })).toEqual([]);
    expect(metricsFaults({ CAIRN_METRICS_PORT: 8080, CAIRN_METRICS: 'off' })).toEqual([]);
  });

  it('are named where an address is in use: those of the listener that has it', async () => {
    const server = await listen(0, '127.0.0.1');
    const { port } = server.address() as { readonly port: number };
    const error = await failure(port, '127.0.0.1');
    for (const name of ['CAIRN_PORT', 'CAIRN_PUBLIC_PORT', 'CAIRN_METRICS_PORT'])
      expect(listenFault(error, { [name]: String(port) })).toBe(
        `127.0.0.1:${port} is in use. Set ${name} to a free port, for example ${name}=${port + 1}.`,
      );
    await new Promise((resolve) => server.close(resolve));
  });

  it('are named where the machine has no such address, and where nobody knows the host', async () => {
    const foreign = { CAIRN_METRICS_HOST: '192.0.2.1', CAIRN_METRICS_PORT: '9464' };
    expect(listenFault(await failure(9464, '192.0.2.1'), foreign)).toMatch(
      /no address 192\.0\.2\.1\. Set CAIRN_METRICS_HOST /,
    );
    const unknown = Object.assign(new Error('getaddrinfo ENOTFOUND a.invalid'), {
      code: 'ENOTFOUND',
      syscall: 'getaddrinfo',
      hostname: 'a.invalid',
    });
    expect(listenFault(unknown, { CAIRN_PUBLIC_HOST: 'a.invalid' })).toMatch(/Set CAIRN_PUBLIC_HOST /);
    // That of a database, say.
    expect(listenFault(unknown, {})).toBeUndefined();
  });
});
