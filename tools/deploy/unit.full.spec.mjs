import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { root } from '../step.mjs';

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
