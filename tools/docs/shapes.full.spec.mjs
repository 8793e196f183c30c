import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { openApiDocument } from '@cairn/api-document';
import { parseSettings } from '@cairn/server/parts';
import { openTestPostgres } from '@cairn/services';
import { schemaSql } from '@cairn/adapter-typeorm';
import { describe, expect, it } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import pg from 'pg';
import { blocksFor } from './checks.mjs';

const blocks = blocksFor('tools/docs/shapes.full.spec.mjs').flatMap(([, ofPage]) => ofPage);
const of = (language) => blocks.filter((block) => block.language === language);

describe('JSON', () => {
  const address = 'https://cairn.example.org';
  const document = openApiDocument({ baseUrl: address, cdnUrl: `${address}/cdn`, version: '1.0.0' });
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv);
  ajv.addSchema(document, 'cairn');

  const pointerTo = (...parts) =>
    `cairn#/${parts.map((part) => part.replaceAll('~', '~0').replaceAll('/', '~1')).join('/')}`;

  /** The schema that the fence names: one of the API by its name, that of its properties, or the body of an operation. */
  function schemaOf(name) {
    const [method, path] = name.split(' ');
    const parts =
      path === undefined
        ? [
            'components',
            'schemas',
            ...name.split('.').flatMap((part, index) => (index === 0 ? [part] : ['properties', part])),
          ]
        : ['paths', path, method.toLowerCase(), 'requestBody', 'content', 'application/json', 'schema'];
    return ajv.compile({ $ref: encodeURI(pointerTo(...parts)) });
  }

  /** What a page leaves out is written as an ellipsis, and counts as anything. */
  const isLeftOut = (value, pointer) => {
    let found = value;
    for (const part of pointer.split('/').slice(1)) found = found?.[part];
    return found === '…' || (typeof found === 'object' && found !== null && '…' in found);
  };

  it.each(of('json'))('at $at has the shape $schema', ({ code, schema }) => {
    const value = JSON.parse(code);
    const validate = schemaOf(schema);
    validate(value);
    const faults = (validate.errors ?? []).filter(({ instancePath }) => !isLeftOut(value, instancePath));
    expect(faults.map(({ instancePath, message, params }) => [instancePath, message, params])).toEqual([]);
  });
});

it.each(of('ini'))('settings at $at are accepted, each paragraph by itself', ({ code }) => {
  for (const paragraph of code.split('\n\n')) {
    const given = parseEnv(paragraph);
    expect(Object.keys(given).length).toBeGreaterThan(0);
    const provider = { CAIRN_OIDC_ISSUER: 'https://id.example.org', CAIRN_OIDC_CLIENT_ID: 'cairn' };
    expect(() => parseSettings({ ...provider, ...given })).not.toThrow();
  }
});

it.each(of('yaml'))('Prometheus takes the configuration at $at', ({ code }) => {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-prometheus-'));
  try {
    copyFileSync('docs/monitoring/alerts.yml', join(folder, 'alerts.yml'));
    writeFileSync(join(folder, 'cairn-key'), 'a key');
    writeFileSync(join(folder, 'prometheus.yml'), code.replace('/etc/prometheus', folder));
    const { status, stdout, stderr } = spawnSync(
      'promtool',
      ['check', 'config', join(folder, 'prometheus.yml')],
      { encoding: 'utf8' },
    );
    expect([status, stdout + stderr]).toEqual([0, expect.stringContaining('SUCCESS')]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

describe('SQL', () => {
  it('of each page runs on a database with the tables of Cairn', async () => {
    const postgres = await openTestPostgres();
    const pool = new pg.Client({ connectionString: await postgres.fresh() });
    await pool.connect();
    try {
      await pool.query('DO $$ BEGIN CREATE ROLE club; EXCEPTION WHEN duplicate_object THEN NULL; END $$');
      await pool.query('CREATE SCHEMA IF NOT EXISTS cairn');
      await pool.query(schemaSql({ schema: 'cairn' }));
      await pool.query('SET search_path = cairn, public');
      for (const { at, code } of of('sql'))
        await pool.query(code).catch((cause) => Promise.reject(new Error(at, { cause })));
      const { rows } = await pool.query(
        "SELECT has_table_privilege('club', 'cairn.image', 'DELETE') AS may, (SELECT count(*) FROM feature_map) AS features",
      );
      expect(rows).toEqual([{ may: true, features: '0' }]);
    } finally {
      await pool.end();
      await postgres.close();
    }
  });
});
