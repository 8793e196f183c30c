import { mkdtempSync, chownSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newKey } from '@cairn/harness';
import { freePort } from '@cairn/services';
import { fixtures } from '@cairn/testkit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { root } from '../step.mjs';
import { execute, start } from './container.mjs';
import { Image } from './image.mjs';
import { passes } from './passes.mjs';
import { startCaddy, startNginx } from './proxies.mjs';
import { composed, startDatabase, startS3 } from './services.mjs';
import { Site } from './site.mjs';

const TIMEOUT_MS = 600_000;
const VERSION = '1.2.3';
const secrets = { CAIRN_DATABASE_PASSWORD: 'of-the-database', CAIRN_S3_SECRET: 'of-the-images' };
const { bytes: photo } = fixtures.jpeg;

const undo = [];
const later = (stop) => undo.unshift(stop);
let image;

/** A folder that the user of the image may write into. */
function volume() {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-volume-'));
  later(() => rmSync(folder, { recursive: true, force: true }));
  const [user, group] = image.config.User.split(':').map(Number);
  chownSync(folder, user, group);
  return folder;
}

beforeAll(async () => {
  image = await Image.build({ version: VERSION });
  later(() => image.dispose());
}, TIMEOUT_MS);

afterAll(async () => {
  for (const stop of undo) await stop();
}, TIMEOUT_MS);

/** Starts a server of the image. Gives it with its key once it listens. */
async function serve({ env, volumes }) {
  const key = newKey();
  const port = await freePort();
  const settings = {
    CAIRN_HOST: '127.0.0.1',
    CAIRN_PORT: String(port),
    CAIRN_BOOTSTRAP_KEY: key,
    CAIRN_HUB_AUTH: 'required',
    ...env,
  };
  const server = start(image, { env: settings, volumes });
  later(() => server.stop('SIGKILL'));
  await server.prints(/"msg":"listening"/);
  return { server, key, port, env: settings, volumes };
}

describe('the image', () => {
  it('says what it is, whom it runs as, and how it is asked and stopped', () => {
    const { User, StopSignal, Healthcheck, ExposedPorts, Volumes, Labels } = image.config;
    expect({ User, StopSignal, ExposedPorts, Volumes }).toEqual({
      User: '1000:1000',
      StopSignal: 'SIGTERM',
      ExposedPorts: { '8080/tcp': {} },
      Volumes: { '/data': {} },
    });
    expect(Healthcheck.Test[0]).toBe('CMD');
    expect(Labels).toMatchObject({
      'org.opencontainers.image.title': 'Cairn',
      'org.opencontainers.image.version': VERSION,
    });
  });

  it('holds programs and packages for this machine, and no sources', () => {
    const files = readdirSync(join(image.root, 'cairn'), { recursive: true });
    expect(files.filter((path) => /\.(ts|svelte|map)$/.test(path))).toEqual([]);
    expect(files.filter((path) => /\/prebuilds\//.test(path))).toHaveLength(1);
    expect(files.filter((path) => /node_modules\/(jest|nx|vite|esbuild|typescript)$/.test(path))).toEqual([]);
  });
});

/** What the systemd unit sets, with the folder of its data in its container. */
function unitSettings() {
  const unit = readFileSync(new URL('deploy/cairn.service', root), 'utf8');
  const lines = [...unit.matchAll(/^Environment=(.*)$/gm)].flatMap(([, pairs]) => pairs.split(' '));
  return { ...Object.fromEntries(lines.map((pair) => pair.split('='))), CAIRN_DATA_DIR: '/data' };
}

describe('a container with a volume and the settings of the systemd unit, behind nginx', () => {
  let running, nginx, site;

  beforeAll(async () => {
    const [port, httpPort] = [await freePort(), await freePort()];
    const env = {
      ...unitSettings(),
      CAIRN_BASE_URL: `https://localhost:${port}`,
      CAIRN_AUDIT_ADDRESSES: 'yes',
    };
    running = await serve({ env, volumes: { '/data': volume() } });
    nginx = await startNginx({ port, httpPort, upstream: `127.0.0.1:${running.port}` });
    later(nginx.stop);
    site = new Site({ ...nginx, key: running.key });
  }, TIMEOUT_MS);

  it('runs as a user without rights on a root that is read-only', async () => {
    const status = readFileSync(`/proc/${running.server.pid}/status`, 'utf8');
    expect(status).toMatch(/^Uid:\t1000\t1000\t1000\t1000$/m);
    expect(status).toMatch(/^CapEff:\t0+$/m);
    expect(status).toMatch(/^NoNewPrivs:\t1$/m);
    const written = 'for path in / /cairn /etc /backups; do [ -w $path ] && echo $path; done; echo none';
    expect(await execute(image, { command: ['sh', '-c', written] })).toEqual({ code: 0, printed: 'none\n' });
  });

  it('is healthy, and has the command beside the server', async () => {
    const [, ...command] = image.config.Healthcheck.Test;
    expect(await execute(image, { ...running, command })).toEqual({ code: 0, printed: '' });
    const { code, printed } = await execute(image, { ...running, command: ['cairn', 'fsck'] });
    expect([code, printed]).toEqual([0, expect.any(String)]);
  });

  passes(() => site);

  it('makes a thumbnail, and draws tiles, in processes and threads of its own', async () => {
    const url = await site.upload(photo, { name: 'thumbnail.jpg' });
    const { status, headers } = await site.ask(`${url.pathname}?w=320&format=webp`, { key: null });
    expect([status, headers['content-type']]).toEqual([200, 'image/webp']);
  });

  it('is sent to TLS', async () => {
    const { status, headers } = await fetch(`http://127.0.0.1:${nginx.httpPort}/a?b`, { redirect: 'manual' });
    expect([status, headers.get('location')]).toEqual([301, 'https://127.0.0.1/a?b']);
  });

  it('ends in time when it is stopped, and is not healthy then', async () => {
    expect(await running.server.stop(image.config.StopSignal)).toBe(0);
    const [, ...command] = image.config.Healthcheck.Test;
    expect(await execute(image, { ...running, command })).toEqual({ code: 1, printed: '' });
  });
});

describe('the services of compose.yaml, behind Caddy', () => {
  let running, site, services;

  beforeAll(async () => {
    const port = await freePort();
    const files = ['compose.yaml', 'deploy/compose.tls.yaml'];
    services = await composed(files, { ...secrets, CAIRN_SITE: `localhost:${port}` });
    const [database, s3] = await Promise.all([startDatabase(services.database), startS3(services.s3)]);
    later(database.stop);
    later(s3.stop);
    const here = { 'database:5432': database.host, 's3:8333': s3.host };
    const settings = Object.entries(services.cairn.environment).map(([name, value]) => [
      name,
      Object.entries(here).reduce(
        (text, [there, host]) => text.replace(`@${there}/`, `@${host}/`),
        String(value),
      ),
    ]);
    const env = {
      ...Object.fromEntries(settings),
      CAIRN_TRUSTED_PROXIES: `${services.cairn.environment.CAIRN_TRUSTED_PROXIES},loopback`, // there is no network of Docker's
      CAIRN_AUDIT_ADDRESSES: 'yes',
    };
    running = await serve({ env, volumes: { '/backups': volume() } });
    const { environment } = services.proxy;
    const caddy = await startCaddy({
      port,
      environment: { ...environment, CAIRN_UPSTREAM: `127.0.0.1:${running.port}` },
    });
    later(caddy.stop);
    site = new Site({ ...caddy, key: running.key });
  }, TIMEOUT_MS);

  it('need their secrets', async () => {
    await expect(composed(['compose.yaml'], {})).rejects.toThrow(/see compose\.yaml/);
  });

  passes(() => site);

  it('are backed up into the volume', async () => {
    const { code, printed } = await execute(image, { ...running, command: ['cairn', 'backup', '/backups'] });
    expect([code, printed]).toEqual([0, expect.any(String)]);
    expect(readdirSync(join(running.volumes['/backups'], 'snapshots')).length).toBeGreaterThan(0);
  });

  it('write nothing but that volume and /tmp', () => {
    const { read_only: isReadOnly, volumes, tmpfs } = services.cairn;
    expect({ isReadOnly, volumes }).toEqual({ isReadOnly: true, volumes: ['backups:/backups:rw'] });
    expect(tmpfs).toEqual([expect.stringMatching(/^\/tmp:/)]);
  });
});
