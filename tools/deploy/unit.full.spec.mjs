import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newKey, uploadForm } from '@cairn/harness';
import { freePort } from '@cairn/services';
import { fixtures } from '@cairn/testkit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { root } from '../step.mjs';
import { UnitService } from './systemd.mjs';

const EXPOSURE = '20'; // of 100: what systemd calls "OK"

describe('the systemd unit', () => {
  let folder, unit;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'cairn-unit-'));
    unit = join(folder, 'cairn.service');
    const text = readFileSync(new URL('deploy/cairn.service', root), 'utf8');
    writeFileSync(unit, text.replace('=/usr/bin/node ', `=${process.execPath} `));
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const analyze = (...args) => execFileSync('systemd-analyze', args, { encoding: 'utf8', stdio: 'pipe' });

  it('has no line that systemd does not know', () => {
    expect(analyze('verify', '--man=no', unit)).toBe('');
  });

  it('gives the server little to attack', () => {
    expect(analyze('security', '--offline=true', `--threshold=${EXPOSURE}`, unit)).toContain('OK');
  });
});

describe('the service that systemd starts by the unit', () => {
  const key = newKey();
  let service, pid;

  beforeAll(async () => {
    service = UnitService.start({ port: await freePort(), key });
    pid = await service.answers();
  }, 120_000);

  afterAll(() => service.stop());

  const statusOf = (process) => readFileSync(`/proc/${process}/status`, 'utf8');

  it('runs as its own user without rights, behind a filter of system calls', () => {
    const status = statusOf(pid);
    expect(status).not.toMatch(/^Uid:.*\b0\b/m);
    for (const line of [/^CapEff:\t0+$/m, /^CapBnd:\t0+$/m, /^NoNewPrivs:\t1$/m, /^Seccomp:\t2$/m])
      expect(status).toMatch(line);
  });

  it('stores an image, and renders it in a process of its own', async () => {
    const body = uploadForm({ bytes: fixtures.jpeg.bytes, name: 'a.jpg' });
    const { url } = await (await service.fetch('/api/upload', { key, method: 'POST', body })).json();
    const { status, headers } = await service.fetch(`${new URL(url).pathname}?w=320&format=webp`);
    expect([status, headers.get('content-type')]).toEqual([200, 'image/webp']);
  });

  it('reads a file of data, and draws a tile, in processes and threads of its own', async () => {
    const json = { 'Content-Type': 'application/json' };
    const made = {
      key,
      method: 'POST',
      headers: json,
      body: JSON.stringify({ title: 'Trees', description: '' }),
    };
    const { id } = await (await service.fetch('/hub/spaces', made)).json();
    const csv = { key, method: 'POST', headers: { 'Content-Type': 'text/csv' }, body: 'lon,lat\n8,47\n' };
    const imported = await service.fetch(`/hub/spaces/${id}/import`, csv);
    await imported.text();
    expect(imported.status).toBe(200);
    const counted = await service.fetch(`/hub/spaces/${id}/count`, { key });
    expect(await counted.json()).toMatchObject({ count: 1 });
    const tile = await service.fetch(`/hub/spaces/${id}/tile/web/0_0_0.mvt`, { key });
    expect([tile.status, (await tile.arrayBuffer()).byteLength > 0]).toEqual([200, true]);
  });

  it('is started again when it is killed', async () => {
    process.kill(Number(pid), 'SIGKILL');
    const next = await service.answers(pid);
    expect(statusOf(next)).toMatch(/^NoNewPrivs:\t1$/m);
  }, 60_000);
});
