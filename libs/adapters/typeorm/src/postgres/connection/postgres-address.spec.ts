import { describe, expect, it } from '@jest/globals';
import { postgresAddress } from './postgres-address.js';

describe('postgresAddress', () => {
  it.each([
    ['postgres://user:secret@db.example:6543/cairn', 'cairn at db.example:6543'],
    ['postgresql://user:secret@db.example/cairn?sslmode=verify-full', 'cairn at db.example:5432'],
    ['postgres://user:secret@[::1]:5432/cairn', 'cairn at [::1]:5432'],
    ['postgres://user:secret@/cairn?host=/run/postgresql', 'cairn at /run/postgresql:5432'],
    ['postgres://cairn:secret@db.example', 'cairn at db.example:5432'],
  ])('calls %s “%s”', (url, name) => {
    expect(postgresAddress({ url })).toMatchObject({
      config: { connectionString: url },
      name,
      maxConnections: 10,
    });
  });

  it.each([
    ['?max=1', 1],
    ['?sslmode=disable&max=250', 250],
  ])('takes the number of connections from %s', (query, maxConnections) => {
    expect(postgresAddress({ url: `postgres://db.example/cairn${query}` })).toMatchObject({ maxConnections });
  });

  it.each(['0', '', '-1', '1.5', 'many', '10000'])('refuses %j connections', (max) => {
    expect(() => postgresAddress({ url: `postgres://db.example/cairn?max=${max}` })).toThrow(
      'max is a number',
    );
  });

  it('takes the timeouts of statements out of it, for all but bulk work', () => {
    const given = 'postgres://db.example/cairn?statement_timeout=50&max=2&query_timeout=70&lock_timeout=9';
    const { config, limits } = postgresAddress({ url: given });
    expect(config.connectionString).toBe('postgres://db.example/cairn?max=2&lock_timeout=9');
    for (const budget of ['lookup', 'change', 'listing'] as const)
      expect(limits[budget]).toEqual({ statementMs: 50, answerMs: 70 });
    expect(limits.bulk.statementMs).toBeGreaterThan(60_000);
  });

  it.each(['statement_timeout=5s', 'query_timeout='])('refuses %s', (parameter) => {
    expect(() => postgresAddress({ url: `postgres://db.example/cairn?${parameter}` })).toThrow(
      'milliseconds',
    );
  });

  it.each(['postgres://user:secret@db.example:port/cairn', 'postgres://user:secret@:/:'])(
    'refuses %s without its password',
    (url) => {
      expect(() => postgresAddress({ url })).toThrow(
        /^The address of the database cannot be used: (?!.*secret)/,
      );
    },
  );

  it('takes the options of `pg`, with a function for the password', () => {
    const password = () => 'secret';
    const options = { host: 'db.example', database: 'club', user: 'app', password, ssl: { ca: 'x' }, max: 3 };
    const { config, name, maxConnections, limits } = postgresAddress({
      options: { ...options, statement_timeout: 50 },
    });
    expect(config).toEqual({ host: 'db.example', database: 'club', user: 'app', password, ssl: { ca: 'x' } });
    expect([name, maxConnections, limits.lookup.statementMs]).toEqual(['club at db.example:5432', 3, 50]);
    expect(() => postgresAddress({ options: { connectionString: 'postgres://x' } })).toThrow('`url`');
  });

  it.each<[string, object, object]>([
    ['its parts', { host: 'db.example', port: 6543, username: 'app', password: 'p', database: 'club' }, {}],
    ['its address', { url: 'postgres://app:p@db.example:6543/club' }, {}],
    ['what stands beside its address', { url: 'postgres://app:x@db.example:6543/club', password: 'p' }, {}],
    [
      'the master of several',
      { replication: { master: { url: 'postgres://app:p@db.example:6543/club' }, slaves: [] } },
      {},
    ],
    [
      'its pool',
      { url: 'postgres://app:p@db.example:6543/club', poolSize: 4, extra: { max: 9, keepAlive: false } },
      { maxConnections: 4, config: expect.objectContaining({ keepAlive: false }) },
    ],
  ])('takes %s from a data source', (_, source, more) => {
    const dataSource = { options: { type: 'postgres', ...source } };
    expect(postgresAddress({ dataSource })).toMatchObject({
      name: 'club at db.example:6543',
      config: { host: 'db.example', port: 6543, user: 'app', password: 'p', database: 'club' },
      ...more,
    });
  });

  it('refuses a data source of another database', () => {
    const dataSource = { options: { type: 'mysql' } };
    expect(() => postgresAddress({ dataSource })).toThrow('of mysql');
  });

  it.each(['', 'Club', 'a-b', '1a', 'pg_club', 'a"b', 'x'.repeat(64)])('refuses the schema %j', (schema) => {
    expect(() => postgresAddress({ url: 'postgres://db.example/cairn', schema })).toThrow('schema');
  });
});
