import { IN_MEMORY, ServerProcess } from '@cairn/harness';
import { environments } from '@cairn/services';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

describe('the files of the page', () => {
  let server: ServerProcess;
  beforeAll(async () => {
    server = await ServerProcess.start({
      env: {
        ...IN_MEMORY,
        CAIRN_CDN_URL: 'https://images.example.org',
      },
    });
  });
  afterAll(() => server.dispose());

  it('have one document at the address of every view, which is not kept and allows nothing foreign', async () => {
    for (const path of ['/', '/sign-in', '/photos', '/keys', '/spaces', '/spaces/any?feature=x']) {
      const response = await server.fetch(path, { key: null });
      expect([response.status, response.headers.get('content-type')]).toEqual([
        200,
        'text/html; charset=utf-8',
      ]);
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      const policy = response.headers.get('content-security-policy') ?? '';
      expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self';");
      expect(policy).toContain("img-src 'self' data: blob: https://images.example.org;");
      expect(policy).toContain("frame-ancestors 'none'; base-uri 'none'; form-action 'self'");
      expect(policy).not.toContain('unsafe');
      await response.text();
    }
  });

  it('say to people that nothing is at an address, and leave it to the APIs to tell programs', async () => {
    for (const [path, accept, status, contentType] of [
      ['/nowhere/at/all', 'text/html,*/*;q=0.8', 404, 'text/html; charset=utf-8'],
      ['/nowhere', 'application/json', 404, 'application/problem+json'],
      ['/nowhere', '*/*', 404, 'application/problem+json'],
      ['/assets/none.js', 'text/html', 404, 'application/problem+json'],
      ['/api/none', 'text/html', 404, 'application/problem+json'],
      ['/docs/api', 'text/html', 200, 'text/html; charset=utf-8'],
    ] as const) {
      const response = await server.fetch(path, { key: null, headers: { accept } });
      expect([path, response.status, response.headers.get('content-type')]).toEqual([
        path,
        status,
        contentType,
      ]);
      await response.text();
    }
  });

  it('are compressed as the browser takes it, and kept for ever under their names', async () => {
    const document = await (await server.fetch('/')).text();
    const [, script = ''] = /src="(\/assets\/[^"]+\.js)"/.exec(document) ?? [];
    for (const [accepted, coding] of [
      ['br, gzip', 'br'],
      ['gzip', 'gzip'],
      ['identity', null],
    ] as const) {
      const response = await server.fetch(script, { headers: { 'accept-encoding': accepted } });
      expect([response.status, response.headers.get('content-encoding')]).toEqual([200, coding]);
      expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
      await response.text();
    }
    expect((await server.fetch('/assets/none.js')).status).toBe(404);
    expect((await server.fetch('/keys', { method: 'POST' })).status).toBe(404);
  });

  it('are at most 200 KB with what the document loads at once', async () => {
    const document = await (await server.fetch('/')).text();
    const paths = [...document.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path = '']) => path);
    expect(paths.length).toBeGreaterThan(1);
    const sizes = await Promise.all(
      paths.map(async (path) => {
        const response = await server.fetch(path, { method: 'HEAD', headers: { 'accept-encoding': 'gzip' } });
        return Number(response.headers.get('content-length'));
      }),
    );
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(200_000);
  });
});

const onS3 = environments.find(({ name }) => name === 'SQLite + S3');

it('the page shows images of the store that files redirect to', async () => {
  const { env = {}, close: release } = (await onS3?.open()) ?? {};
  const server = await ServerProcess.start({ env: { ...env, CAIRN_CDN_MODE: 'redirect' }, release });
  try {
    const policy = (await server.fetch('/')).headers.get('content-security-policy') ?? '';
    const store = new URL(env['CAIRN_BLOB_URL'] ?? '').host;
    expect(policy).toContain(`img-src 'self' data: blob: ${server.address} http://${store};`);
  } finally {
    await server.dispose();
  }
});
