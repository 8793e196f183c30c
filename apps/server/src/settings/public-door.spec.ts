import { describe, expect, it } from '@jest/globals';
import { parseSettings } from './settings.js';
import { faultsOf } from './settings.spec.kit.js';

describe('the settings of the public door', () => {
  it('has a public door where it has a port, beside the server', () => {
    expect(parseSettings({}).publicDoor).toBeUndefined();
    const door = { CAIRN_HOST: '10.0.0.5', CAIRN_PUBLIC_PORT: '8081' };
    expect(parseSettings(door).publicDoor).toEqual({ host: '10.0.0.5', port: 8081, baseUrl: undefined });
    const elsewhere = {
      CAIRN_PUBLIC_PORT: '0',
      CAIRN_PUBLIC_HOST: '0.0.0.0',
      CAIRN_PUBLIC_BASE_URL: 'https://share.example.org/',
    };
    const { publicDoor, hubAuth } = parseSettings(elsewhere);
    const baseUrl = 'https://share.example.org';
    expect([publicDoor, hubAuth]).toEqual([{ host: '0.0.0.0', port: 0, baseUrl }, 'required']);
  });

  it('rejects a public door at the port of the server, and the rest of one without a port', () => {
    for (const same of [{ CAIRN_PUBLIC_PORT: '8080' }, { CAIRN_PORT: '90', CAIRN_PUBLIC_PORT: '90' }])
      expect(faultsOf(same)).toEqual([expect.stringMatching(/^CAIRN_PUBLIC_PORT must be another port/)]);
    expect(
      faultsOf({ CAIRN_PUBLIC_HOST: '::', CAIRN_PUBLIC_BASE_URL: 'https://x.example', CAIRN_PORT: 'x' }),
    ).toEqual([
      expect.stringMatching(/^CAIRN_PORT /),
      expect.stringMatching(/^CAIRN_PUBLIC_HOST needs/),
      expect.stringMatching(/^CAIRN_PUBLIC_BASE_URL needs/),
    ]);
  });
});
