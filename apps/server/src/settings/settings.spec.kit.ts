import { InvalidSettings, parseSettings } from './settings.js';

/** The faults of these settings; empty if they are valid. */
export function faultsOf(env: Record<string, string>): readonly string[] {
  try {
    parseSettings(env);
  } catch (error) {
    if (error instanceof InvalidSettings) return error.faults;
  }
  return [];
}
