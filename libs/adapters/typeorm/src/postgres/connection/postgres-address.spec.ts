import { describe, expect, it } from '@jest/globals';
import { parsePostgresAddress } from './postgres-address.js';

describe('parsePostgresAddress', () => {
  it.each([
    ['postgres://user:secret@db.example:6543/cairn', 'cairn at db.example:6543'],
    ['postgresql://user:secret@db.example/cairn?sslmode=verify-full', 'cairn at db.example:5432'],
    ['postgres://user:secret@[::1]:5432/cairn', 'cairn at [::1]:5432'],
    ['postgres://user:secret@/cairn?host=/run/postgresql', 'cairn at /run/postgresql:5432'],
    ['postgres://cairn:secret@db.example', 'cairn at db.example:5432'],
  ])('calls %s “%s”', (url, name) => {
    expect(parsePostgresAddress(url)).toMatchObject({ url, name, maxConnections: 10 });
  });

  it.each([
    ['?max=1', 1],
    ['?sslmode=disable&max=250', 250],
  ])('takes the number of connections from %s', (query, maxConnections) => {
    expect(parsePostgresAddress(`postgres://db.example/cairn${query}`)).toMatchObject({ maxConnections });
  });

  it.each(['0', '', '-1', '1.5', 'many', '10000'])('refuses %j connections', (max) => {
    expect(() => parsePostgresAddress(`postgres://db.example/cairn?max=${max}`)).toThrow('max is a number');
  });

  it('takes the timeouts of statements out of it, for all but bulk work', () => {
    const given = 'postgres://db.example/cairn?statement_timeout=50&max=2&query_timeout=70&lock_timeout=9';
    const { url, limits } = parsePostgresAddress(given);
    expect(url).toBe('postgres://db.example/cairn?max=2&lock_timeout=9');
    for (const budget of ['lookup', 'change', 'listing'] as const)
      expect(limits[budget]).toEqual({ statementMs: 50, answerMs: 70 });
    expect(limits.bulk.statementMs).toBeGreaterThan(60_000);
  });

  it.each(['statement_timeout=5s', 'query_timeout='])('refuses %s', (parameter) => {
    expect(() => parsePostgresAddress(`postgres://db.example/cairn?${parameter}`)).toThrow('milliseconds');
  });

  it.each(['postgres://user:secret@db.example:port/cairn', 'postgres://user:secret@:/:'])(
    'refuses %s without its password',
    (url) => {
      expect(() => parsePostgresAddress(url)).toThrow(
        /^The address of the database cannot be used: (?!.*secret)/,
      );
    },
  );
});
