import { KeySecret } from '@cairn/access';
import { describe, expect, it } from '@jest/globals';
import { parseSettings } from './settings.js';
import { faultsOf } from './settings.spec.kit.js';

const key = KeySecret.create({ next: (length) => 'a'.repeat(length) }).text;

describe('parseSettings', () => {
  it('has a default for every setting', () => {
    expect(parseSettings({ PATH: '/bin' })).toMatchObject({
      host: '127.0.0.1',
      port: 8080,
      hubAuth: 'anonymous',
      corsOrigins: [],
      embedOrigins: [],
      rates: { uploads: 600, requests: 6000, failedAuth: 100 },
      logLevel: 'info',
      application: {
        database: { kind: 'sqlite', file: expect.stringMatching(/data.cairn\.db$/) },
        blobs: { kind: 'fs', directory: expect.stringMatching(/data.blobs$/) },
        limits: { imageQuota: 10_000, byteQuota: undefined, metadata: 'remove' },
      },
    });
  });

  it('applies CAIRN_DISK_RESERVE to SQLite databases', () => {
    const database = (env: Record<string, string>) => parseSettings(env).application.database;
    expect(database({ CAIRN_DISK_RESERVE: '2' })).toMatchObject({ reserveInBytes: 2_097_152 });
    expect(database({ CAIRN_DISK_RESERVE: '0', CAIRN_DATABASE_URL: 'sqlite:./c.db' })).toEqual({
      kind: 'sqlite',
      file: './c.db',
      reserveInBytes: 0,
    });
    expect(database({ CAIRN_DISK_RESERVE: '2', CAIRN_DATABASE_URL: 'memory:' })).toEqual({ kind: 'memory' });
  });

  it('has scheduled backups of a database that lasts, where there is a folder for them', () => {
    const backup = (env: Record<string, string>) => parseSettings(env).application.backup;
    expect(backup({})).toBeUndefined();
    expect(backup({ CAIRN_BACKUP_DIR: '/b' })).toEqual({
      folder: '/b',
      everyMs: 86_400_000,
      keepDays: undefined,
    });
    expect(backup({ CAIRN_BACKUP_DIR: '/b', CAIRN_BACKUP_EVERY: '6', CAIRN_BACKUP_KEEP_DAYS: '30' })).toEqual(
      { folder: '/b', everyMs: 21_600_000, keepDays: 30 },
    );
    expect(faultsOf({ CAIRN_BACKUP_EVERY: '6' })).toEqual([
      'CAIRN_BACKUP_EVERY needs CAIRN_BACKUP_DIR, for example CAIRN_BACKUP_DIR=./backups',
    ]);
    expect(faultsOf({ CAIRN_BACKUP_DIR: '/b', CAIRN_DATABASE_URL: 'memory:' })).toHaveLength(1);
  });

  it('treats an empty variable as absent', () => {
    expect(parseSettings({ CAIRN_PORT: '', CAIRN_BOOTSTRAP_KEY: '' })).toEqual(parseSettings({}));
  });

  it.each([
    ['sqlite:/srv/c.db', { kind: 'sqlite', file: '/srv/c.db' }],
    ['sqlite:///srv/c.db', { kind: 'sqlite', file: '/srv/c.db' }],
    ['sqlite:./c.db', { kind: 'sqlite', file: './c.db' }],
    ['memory:', { kind: 'memory' }],
    [
      'postgres://u:p@db:5433/cairn?sslmode=require',
      { kind: 'postgres', url: 'postgres://u:p@db:5433/cairn?sslmode=require' },
    ],
    ['postgresql://db/cairn', { kind: 'postgres', url: 'postgresql://db/cairn' }],
  ])('parses the database URL %s', (text, database) => {
    expect(parseSettings({ CAIRN_DATABASE_URL: text }).application.database).toEqual(database);
  });

  it('parses an S3 URL', () => {
    const { blobs } = parseSettings({
      CAIRN_BLOB_URL:
        's3://K%2FY:s%40c@s3.example.org:9000/photos/a/b/?region=eu-1&tls=false&public=https://files.example.org',
    }).application;
    expect(blobs).toEqual({
      kind: 's3',
      host: 's3.example.org',
      port: 9000,
      tls: false,
      region: 'eu-1',
      bucket: 'photos',
      publicUrl: 'https://files.example.org',
      prefix: 'a/b/',
      accessKey: 'K/Y',
      secretKey: 's@c',
    });
  });

  it('takes S3 credentials from the environment if the URL has none', () => {
    const CAIRN_BLOB_URL = 's3://s3.example.org/photos';
    const keys = { AWS_ACCESS_KEY_ID: 'key', AWS_SECRET_ACCESS_KEY: 'secret' };
    expect(parseSettings({ CAIRN_BLOB_URL, ...keys }).application.blobs).toEqual({
      kind: 's3',
      host: 's3.example.org',
      tls: true,
      region: 'us-east-1',
      bucket: 'photos',
      prefix: '',
      accessKey: 'key',
      secretKey: 'secret',
    });
    expect(faultsOf({ CAIRN_BLOB_URL })).toEqual([expect.stringMatching(/^CAIRN_BLOB_URL must hold a key/)]);
  });

  it('allows redirects to the store only for S3', () => {
    const CAIRN_BLOB_URL = 's3://k:s@s3.example.org/photos';
    expect(parseSettings({ CAIRN_BLOB_URL, CAIRN_CDN_MODE: 'redirect' }).cdnMode).toBe('redirect');
    expect(faultsOf({ CAIRN_CDN_MODE: 'redirect' })).toEqual([
      expect.stringMatching(/^CAIRN_CDN_MODE may be/),
    ]);
  });

  it('ignores CAIRN_TEST_ variables', () => {
    expect(faultsOf({ CAIRN_TEST_POSTGRES_URL: 'postgres://x/y' })).toEqual([]);
  });

  it('parses every other setting', () => {
    const settings = parseSettings({
      CAIRN_HOST: '::1',
      CAIRN_PORT: '0',
      CAIRN_BASE_URL: 'https://x.example.org/',
      CAIRN_CDN_URL: 'https://y.example.org/img/',
      CAIRN_BLOB_URL: 'file:/srv/blobs',
      CAIRN_HUB_AUTH: 'anonymous',
      CAIRN_CORS_ORIGINS: 'https://App.example.org:443/, http://localhost:3000',
      CAIRN_EMBED_ORIGINS: 'https://Blog.example.org/',
      CAIRN_BOOTSTRAP_KEY: key,
      CAIRN_IMAGE_QUOTA: '0',
      CAIRN_BYTE_QUOTA: '0',
      CAIRN_METADATA: 'keep',
      CAIRN_RATE_UPLOADS: '0',
      CAIRN_TRUSTED_PROXIES: '10.0.0.0/8, fd00::/8,loopback',
      CAIRN_ALLOWED_ADDRESSES: '10.0.0.0/8, ::1,hooks.internal',
    });
    expect(settings).toMatchObject({
      host: '::1',
      port: 0,
      baseUrl: 'https://x.example.org',
      cdnUrl: 'https://y.example.org/img',
      hubAuth: 'anonymous',
      corsOrigins: ['https://app.example.org', 'http://localhost:3000'],
      embedOrigins: ['https://blog.example.org'],
      trustedProxies: ['10.0.0.0/8', 'fd00::/8', 'loopback'],
      rates: { uploads: 0 },
      application: {
        blobs: { kind: 'fs', directory: '/srv/blobs' },
        limits: { imageQuota: 0, byteQuota: 0, metadata: 'keep' },
      },
    });
    expect(settings.bootstrapKey?.text).toBe(key);
  });

  it.each([
    ['CAIRN_PORT', '65536'],
    ['CAIRN_PORT', '8o80'],
    ['CAIRN_BASE_URL', 'cairn.example.org'],
    ['CAIRN_BASE_URL', 'ftp://x'],
    ['CAIRN_CDN_URL', 'https://x/?a=b'],
    ['CAIRN_PUBLIC_BASE_URL', 'share.example.org'],
    ['CAIRN_DATABASE_URL', 'mysql://x'],
    ['CAIRN_DATABASE_URL', 'sqlite:'],
    ['CAIRN_DATABASE_URL', 'postgres://db'],
    ['CAIRN_DATABASE_URL', 'postgres:///cairn'],
    ['CAIRN_DATABASE_URL', 'postgres://db:x/cairn'],
    ['CAIRN_BLOB_URL', 'file:'],
    ['CAIRN_BLOB_URL', 's3://k:s@host'],
    ['CAIRN_BLOB_URL', 's3://k@host/bucket'],
    ['CAIRN_BLOB_URL', 's3://k:s@host/Bucket'],
    ['CAIRN_BLOB_URL', 's3://k:s@host/bucket?ssl=true'],
    ['CAIRN_BLOB_URL', 's3://k:s@host/bucket?tls=no'],
    ['CAIRN_BLOB_URL', 's3://k:s@host/bucket//x'],
    ['CAIRN_BLOB_URL', 's3://k:s@host/bucket?public=files.example.org'],
    ['CAIRN_CDN_MODE', 'proxy'],
    ['CAIRN_ALLOWED_ADDRESSES', '10.0.0.0/33'],
    ['CAIRN_ALLOWED_ADDRESSES', '10.0.0.1,'],
    ['CAIRN_ALLOWED_ADDRESSES', 'http://hooks.internal'],
    ['CAIRN_TRUSTED_PROXIES', '10.0.0.0/33'],
    ['CAIRN_TRUSTED_PROXIES', 'proxy.example.org'],
    ['CAIRN_TRUSTED_PROXIES', '10.0.0.1,'],
    ['CAIRN_TRUSTED_PROXIES', '10'],
    ['CAIRN_TRUSTED_PROXIES', '0.0.0.0/0'],
    ['CAIRN_TRUSTED_PROXIES', 'loopback,::/0'],
    ['CAIRN_TRUSTED_PROXIES', '10.0.0.0/8/8'],
    ['CAIRN_HUB_AUTH', 'Required'],
    ['CAIRN_HUB_JWT_PUBLIC_KEY', './absent.pem'],
    ['CAIRN_CORS_ORIGINS', '*'],
    ['CAIRN_CORS_ORIGINS', 'null'],
    ['CAIRN_CORS_ORIGINS', 'https://app.example.org/path'],
    ['CAIRN_CORS_ORIGINS', 'app.example.org'],
    ['CAIRN_CORS_ORIGINS', 'https://app.example.org,'],
    ['CAIRN_EMBED_ORIGINS', '*'],
    ['CAIRN_EMBED_ORIGINS', "https://x.example.org; script-src 'self'"],
    ['CAIRN_IMAGE_QUOTA', '-1'],
    ['CAIRN_BYTE_QUOTA', '10 GB'],
    ['CAIRN_METADATA', 'yes'],
    ['CAIRN_RATE_REQUESTS', '1.5'],
    ['CAIRN_LOG_LEVEL', 'loud'],
    ['CAIRN_CDN_CACHE_CONTROL', 'no-store\nX: y'],
    ['CAIRN_BOOTSTRAP_KEY', `${key.slice(0, -1)}_`],
  ])('rejects %s=%j with an example', (name, value) => {
    const [fault, ...others] = faultsOf({ [name]: value });
    expect(others).toEqual([]);
    expect(fault).toMatch(new RegExp(`^${name} must .*, for example ${name}=`));
  });

  it('does not print secrets', () => {
    expect(faultsOf({ CAIRN_BOOTSTRAP_KEY: `${key}x` }).join()).not.toContain(key);
  });

  it('reports all faults at once, and the closest name for an unknown variable', () => {
    const wrong = { CAIRN_PORT: 'x', CAIRN_HUB_AUTH: 'y', CAIRN_DATADIR: 'z', CAIRN_EMBED_ORIGINS: '*' };
    expect(faultsOf({ ...wrong, CAIRN_HUB_JWT_PUBLIC_KEY: 'w' })).toEqual([
      'CAIRN_DATADIR is not a setting; the nearest one is CAIRN_DATA_DIR',
      expect.stringMatching(/^CAIRN_PORT /),
      expect.stringMatching(/^CAIRN_HUB_AUTH /),
      expect.stringMatching(/^CAIRN_HUB_JWT_PUBLIC_KEY /),
      expect.stringMatching(/^CAIRN_EMBED_ORIGINS /),
    ]);
  });

  it('allows anonymous callers by default only on a local server', () => {
    expect(parseSettings({}).hubAuth).toBe('anonymous');
    for (const elsewhere of [
      { CAIRN_HOST: '0.0.0.0' },
      { CAIRN_BASE_URL: 'https://cairn.example.org' },
      { CAIRN_CDN_URL: 'https://cdn.example.org' },
    ]) {
      expect(parseSettings(elsewhere).hubAuth).toBe('required');
      expect(parseSettings({ ...elsewhere, CAIRN_HUB_AUTH: 'anonymous' }).hubAuth).toBe('anonymous');
      expect(faultsOf({ ...elsewhere, CAIRN_HUB_AUTH: 'open', CAIRN_PORT: 'x' })).toEqual([
        expect.stringMatching(/^CAIRN_PORT /),
        expect.stringMatching(/^CAIRN_HUB_AUTH may be open only where .*, for example CAIRN_HUB_AUTH=/),
      ]);
    }
    expect(parseSettings({ CAIRN_HUB_AUTH: 'open' }).hubAuth).toBe('open');
  });

  it('rejects a CDN URL that would hide the API', () => {
    expect(
      faultsOf({ CAIRN_BASE_URL: 'https://x.example.org', CAIRN_CDN_URL: 'https://x.example.org' }),
    ).toHaveLength(1);
    expect(faultsOf({ CAIRN_CDN_URL: 'http://127.0.0.1:8080/api/files' })).toHaveLength(1);
    expect(
      faultsOf({ CAIRN_BASE_URL: 'https://x.example.org', CAIRN_CDN_URL: 'https://x.example.org/img' }),
    ).toHaveLength(0);
    expect(faultsOf({ CAIRN_CDN_URL: 'https://cdn.example.org' })).toHaveLength(0);
  });
});
