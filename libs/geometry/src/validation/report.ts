import { type GeoJsonFault, jsonPointer, type Step } from './fault.js';
import { type GeoJsonLimits } from './limits.js';

/** Where validation stands, and what it has found. */
export class Report {
  readonly faults: GeoJsonFault[] = [];
  readonly #path: Step[] = [];
  #vertices = 0;
  #values = 0;
  #stopped = false;

  constructor(readonly limits: GeoJsonLimits) {}

  /** True once there are enough faults, or too many vertices or values to look at them all. */
  get stopped(): boolean {
    return this.#stopped;
  }

  /** How deep the value that is looked at lies: 1 for the validated value itself. */
  get depth(): number {
    return this.#path.length + 1;
  }

  enter(step: Step): void {
    this.#path.push(step);
  }

  leave(): void {
    this.#path.pop();
  }

  /** The steps to the value that is looked at. */
  here(): readonly Step[] {
    return [...this.#path];
  }

  /** Goes to `path`, wherever validation stood. */
  goTo(path: readonly Step[]): void {
    this.#path.length = 0;
    for (const step of path) this.#path.push(step);
  }

  fault(reason: string, ...below: Step[]): void {
    if (this.#stopped) return;
    this.faults.push({ pointer: jsonPointer([...this.#path, ...below]), reason });
    this.#stopped = this.faults.length >= this.limits.maxFaults;
  }

  countVertex(): void {
    this.#vertices += 1;
    if (this.#vertices <= this.limits.maxVertices) return;
    this.fault(`is beyond the ${this.limits.maxVertices} positions that are allowed`);
    this.#stopped = true;
  }

  /** Counts a member or an item of anything but coordinates; false, and a fault, where there are too many. */
  mayHaveValue(): boolean {
    this.#values += 1;
    if (this.#values <= this.limits.maxValues) return true;
    this.fault(
      `is beyond the ${this.limits.maxValues} members and items that are allowed besides the coordinates`,
    );
    this.#stopped = true;
    return false;
  }

  /** False, and a fault, where another array or object is too deep. */
  mayNest(): boolean {
    if (this.depth <= this.limits.maxDepth) return true;
    this.fault(`is nested more than ${this.limits.maxDepth} levels deep`);
    return false;
  }
}
