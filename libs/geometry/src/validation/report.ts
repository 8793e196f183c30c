import { type GeoJsonFault, jsonPointer, type Step } from './fault.js';

/** How much one feature, or one geometry, may hold. */
export interface GeoJsonLimits {
  /** Positions of a whole feature, the closing ones of rings included. */
  readonly maxVertices: number;
  /** Arrays and objects inside each other; the validated value itself is the first. */
  readonly maxDepth: number;
  /** Members of objects and items of arrays, all but those of `coordinates`. */
  readonly maxValues: number;
  /** Validation stops at this many faults. */
  readonly maxFaults: number;
}

export const DEFAULT_GEOJSON_LIMITS: GeoJsonLimits = {
  maxVertices: 100_000,
  maxDepth: 32,
  maxValues: 50_000,
  maxFaults: 100,
};

/** The current path of a validation, and its faults. */
export class Report {
  readonly faults: GeoJsonFault[] = [];
  readonly #path: Step[] = [];
  #vertices = 0;
  #values = 0;
  #stopped = false;

  constructor(readonly limits: GeoJsonLimits) {}

  /** True after enough faults, or too many vertices or values. */
  get stopped(): boolean {
    return this.#stopped;
  }

  /** Depth of the current value: 1 for the validated value itself. */
  get depth(): number {
    return this.#path.length + 1;
  }

  enter(step: Step): void {
    this.#path.push(step);
  }

  leave(): void {
    this.#path.pop();
  }

  /** The path to the current value. */
  here(): readonly Step[] {
    return [...this.#path];
  }

  /** Sets the current path. */
  goTo(path: readonly Step[]): void {
    this.#path.length = 0;
    for (const step of path) this.#path.push(step);
  }

  fault(reason: string, ...below: Step[]): void {
    if (this.#stopped) return;
    this.faults.push({ pointer: jsonPointer([...this.#path, ...below]), reason });
    this.#stopped = this.faults.length >= this.limits.maxFaults;
  }

  /** A fault that all positions of a geometry share. Reports it for the first position, and stops looking. */
  faultOnce(reason: string): void {
    this.fault(reason);
    this.#stopped = true;
  }

  countVertex(): void {
    this.#vertices += 1;
    if (this.#vertices <= this.limits.maxVertices) return;
    this.fault(`is beyond the ${this.limits.maxVertices} positions that are allowed`);
    this.#stopped = true;
  }

  /** Counts a member or an item outside of coordinates. Adds a fault and returns false if there are too many. */
  mayHaveValue(): boolean {
    this.#values += 1;
    if (this.#values <= this.limits.maxValues) return true;
    this.fault(
      `is beyond the ${this.limits.maxValues} members and items that are allowed besides the coordinates`,
    );
    this.#stopped = true;
    return false;
  }

  /** Adds a fault and returns false if another array or object would be too deep. */
  mayNest(): boolean {
    if (this.depth <= this.limits.maxDepth) return true;
    this.fault(`is nested more than ${this.limits.maxDepth} levels deep`);
    return false;
  }
}
