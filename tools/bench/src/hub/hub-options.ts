import type { BenchEnvironmentOptions } from '../bench-environment.js';
import type { HubResult } from './hub-result.js';

/** How much of the hub is measured, and where. */
export interface HubOptions extends BenchEnvironmentOptions {
  /** That are imported. */
  readonly features: number;
  /** That a space grows to. */
  readonly growth: number;
  readonly rounds: number;
}

export type MeasureHub = (options: HubOptions) => Promise<readonly HubResult[]>;
