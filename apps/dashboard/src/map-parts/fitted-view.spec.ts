import { describe, expect, it } from '@jest/globals';
import { fitView } from './fitted-view.ts';

/** A map that stays where it is when its size changes, as MapLibre's does. */
class SizedMap {
  private zoom = 0;
  private readonly listeners: (() => void)[] = [];

  constructor(private height: number) {}

  readonly fitBounds = (): never => {
    this.zoom = this.height / 100;
    return this as never;
  };
  readonly getCenter = (): never => [8, 47] as never;
  readonly getZoom = (): number => this.zoom;
  readonly on = (_: unknown, listener: unknown): never => {
    this.listeners.push(listener as () => void);
    return this as never;
  };

  resize(height: number): void {
    this.height = height;
    for (const listener of this.listeners) listener();
  }

  zoomTo(zoom: number): void {
    this.zoom = zoom;
  }
}

describe('bounds that a map begins with', () => {
  it('stay in view when its size changes, until it is moved', () => {
    const map = new SizedMap(800);
    fitView(map, [7, 46, 9, 48]);
    expect(map.getZoom()).toBe(8);
    map.resize(700);
    map.resize(600);
    expect(map.getZoom()).toBe(6);
    map.zoomTo(10);
    map.resize(500);
    expect(map.getZoom()).toBe(10);
  });
});
