import { describe, expect, it } from '@jest/globals';
import { Durations } from './durations.js';

describe('Durations', () => {
  it('tells quantiles to a fifth', () => {
    const durations = new Durations();
    expect(durations.quantile(0.95)).toBeUndefined();
    for (let ms = 1; ms <= 1_000; ms += 1) durations.add(ms);
    for (const share of [0.1, 0.5, 0.95, 1]) {
      const told = durations.quantile(share) ?? 0;
      expect(told / (1_000 * share)).toBeGreaterThanOrEqual(0.999);
      expect(told / (1_000 * share)).toBeLessThan(1.2);
    }
    durations.clear();
    expect(durations.quantile(0.95)).toBeUndefined();
  });

  it('counts what is shorter or longer than its steps', () => {
    const durations = new Durations();
    durations.add(0);
    expect(durations.quantile(1)).toBe(0.0625);
    durations.add(1e9);
    expect(durations.quantile(1)).toBeGreaterThan(600_000);
  });
});
