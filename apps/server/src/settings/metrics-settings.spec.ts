import { describe, expect, it } from '@jest/globals';
import { metricsFaults } from './metrics-settings.js';
import { faultsOf } from './settings.spec.kit.js';

describe('the settings of the metrics', () => {
  it('are a port of their own, and a host only with it', () => {
    const own = /^CAIRN_METRICS_PORT must be another port than/;
    expect(faultsOf({ CAIRN_METRICS_PORT: '8080' })).toEqual([expect.stringMatching(own)]);
    expect(faultsOf({ CAIRN_METRICS_PORT: '81', CAIRN_PUBLIC_PORT: '81' })).toEqual([
      expect.stringMatching(/CAIRN_PUBLIC_PORT/),
    ]);
    expect(faultsOf({ CAIRN_METRICS_HOST: '::' })).toEqual([
      expect.stringMatching(/^CAIRN_METRICS_HOST is of/),
    ]);
    expect(metricsFaults({ CAIRN_METRICS_PORT: 0, CAIRN_PORT: 0 })).toEqual([]);
    expect(metricsFaults({ CAIRN_METRICS_PORT: 8080, CAIRN_METRICS: 'off' })).toEqual([]);
  });
});
