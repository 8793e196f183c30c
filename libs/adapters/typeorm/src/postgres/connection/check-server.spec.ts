import { describe, expect, it } from '@jest/globals';
import { assertSuitable } from './check-server.js';
import { UnsuitableServer } from '../../unusable-database.js';

describe('assertSuitable', () => {
  it.each(['14.0', '15.18 (Debian)', '18.3'])('accepts version %s', (version) => {
    const server = { version, major: Number.parseInt(version), encoding: 'UTF8' };
    expect(() => assertSuitable(server, 'cairn at db:5432')).not.toThrow();
  });

  it('refuses a server before version 14', () => {
    const check = (): void =>
      assertSuitable({ version: '13.22', major: 13, encoding: 'UTF8' }, 'cairn at db:5432');
    expect(check).toThrow(UnsuitableServer);
    expect(check).toThrow(
      'The database cairn at db:5432 is PostgreSQL 13.22: version 14 or later is needed.',
    );
  });

  it.each(['SQL_ASCII', 'LATIN1'])('refuses a database in %s', (encoding) => {
    const check = (): void => assertSuitable({ version: '18.3', major: 18, encoding }, 'cairn at db:5432');
    expect(check).toThrow(UnsuitableServer);
    expect(check).toThrow(`The database cairn at db:5432 keeps texts as ${encoding}`);
  });
});
