/**
 * The oldest version whose features are all known once a space has reached `version`, of which it keeps so many. Versions
 * from before it kept more than one do not come back.
 */
export function oldestKept(
  { oldestVersion }: { readonly oldestVersion: number },
  version: number,
  versionsToKeep: number,
): number {
  return Math.max(oldestVersion, version - versionsToKeep + 1);
}

/** Whether features that are replaced or removed are kept as they were. */
export const keepsHistory = (versionsToKeep: number): boolean => versionsToKeep > 1;
