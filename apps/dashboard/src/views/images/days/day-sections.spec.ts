import { describe, expect, it } from '@jest/globals';
import { DaySections, type DayCount } from './day-sections.ts';
import { boxHeight, placeBelow, placeOfScroll, scrollOf } from './scroll-box.ts';

const metrics = { width: 1100, rowHeight: 200, gap: 4, monthHeading: 50, dayHeading: 40, space: 20 };
const phone = { ...metrics, width: 358, rowHeight: 120 };
const RATIOS = [1.5, 0.67, 1.33, 1.78, 1, 1.5, 0.75];
const ratiosOf = (index: number): readonly number[] =>
  Array.from({ length: 1 + ((index * 37) % 60) }, (_, n) => RATIOS[(index + n * 3) % RATIOS.length] ?? 1);
const dayAt = (index: number): string =>
  new Date(Date.UTC(2024, 11, 31) - index * 86_400_000).toISOString().slice(0, 10);
const days: readonly DayCount[] = Array.from({ length: 1_000 }, (_, index) => {
  const ratios = ratiosOf(index);
  return { day: dayAt(index), count: ratios.length, ratios: ratios.reduce((sum, one) => sum + one, 0) };
});

describe('days with their heights', () => {
  it.each([
    ['a wide screen', metrics],
    ['a phone', phone],
  ])('are estimated to a few per cent on %s', (_, given) => {
    const sections = new DaySections(days, given);
    const estimated = sections.total;
    days.forEach((_day, index) => sections.correct(index, ratiosOf(index)));
    expect(estimated / sections.total).toBeGreaterThan(0.9);
    expect(estimated / sections.total).toBeLessThan(1.1);
  });

  it('keep a place when heights above it are corrected', () => {
    const sections = new DaySections(days, metrics);
    const place = sections.placeAt(sections.total / 2);
    days.slice(0, place.index).forEach((_day, index) => sections.correct(index, ratiosOf(index)));
    expect(sections.placeAt(sections.positionOf(place))).toEqual({
      index: place.index,
      offset: expect.closeTo(place.offset),
    });
  });

  it('find a day, or the one before it', () => {
    const sections = new DaySections(
      days.filter((_day, index) => index % 2 === 0),
      metrics,
    );
    expect(sections.indexOf(dayAt(4))).toBe(2);
    expect(sections.indexOf(dayAt(5))).toBe(3);
    expect(sections.indexOf('2999-01-01')).toBe(0);
    expect(sections.indexOf('1000-01-01')).toBe(499);
  });

  it('have a heading of the month where one begins', () => {
    const sections = new DaySections(days, metrics);
    expect([0, 1, 30, 31].map((index) => sections.beginsMonth(index))).toEqual([true, false, false, true]);
    expect(sections.headingHeight(31)).toBe(90);
  });

  it('of which a part is loaded have the rows of it, and room for those that are missing', () => {
    const ratios = Array.from({ length: 3_000 }, () => 1.5);
    const sections = new DaySections([{ day: '2024-07-01', count: 3_000, ratios: 4_500 }], metrics);
    const estimated = sections.total;
    sections.correct(0, ratios.slice(0, 1_000));
    expect(sections.rows(0).at(-1)?.until).toBe(1_000);
    expect(Math.abs(sections.total / estimated - 1)).toBeLessThan(0.1);
    sections.correct(0, ratios.slice(0, 1_000), 0);
    expect(sections.total / estimated).toBeLessThan(0.4);
  });
});

describe('a box of limited height', () => {
  const sections = new DaySections(days, metrics);
  const box = { sections, view: 800, maxHeight: 50_000 };

  it('is no higher than that, and leads to both ends', () => {
    expect(boxHeight(box)).toBe(50_000);
    expect(placeOfScroll(box, 0)).toEqual({ index: 0, offset: 0 });
    const last = placeOfScroll(box, 50_000 - 800);
    expect(sections.positionOf(last)).toBeCloseTo(sections.total - 800);
  });

  it('leads back to the place that it was scrolled to', () => {
    for (const index of [0, 1, 499, 998]) {
      const place = { index, offset: 7 };
      const found = placeOfScroll(box, scrollOf(box, place));
      expect([found.index, Math.round(found.offset)]).toEqual([index, 7]);
    }
  });

  it('moves pixel by pixel', () => {
    const place = { index: 10, offset: sections.height(10) - 5 };
    expect(placeBelow(box, place, 8)).toEqual({ index: 11, offset: expect.closeTo(3) });
  });

  it('is not scaled where it is not cut', () => {
    const whole = { sections, view: 800 };
    expect(boxHeight(whole)).toBe(sections.total);
    expect(scrollOf(whole, { index: 5, offset: 3 })).toBeCloseTo(sections.top(5) + 3);
    expect(placeOfScroll(whole, -120)).toEqual({ index: 0, offset: -120 });
  });
});
