import { InvalidSettings, parseSettings } from './settings.js';

/** What is wrong with these settings; nothing if they are right. */
export function faultsOf(env: Record<string, string>): readonly string[] {
  try {
    parseSettings(env);
  } catch (error) {
    if (error instanceof InvalidSettings) return error.faults;
  }
  return [];
}
