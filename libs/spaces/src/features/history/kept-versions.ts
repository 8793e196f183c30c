/**
 * The oldest version whose features are all known once a space has reached `version`, of which it keeps so many besides the
 * newest one, as XYZ Hub counts them; of 1 it keeps the newest only. Versions from before it kept more than one do not come
 * back.
 */
export function oldestKept(
  { oldestVersion }: { readonly oldestVersion: number },
  version: number,
  versionsToKeep: number,
): number {
  return keepsHistory(versionsToKeep) ? Math.max(oldestVersion, version - versionsToKeep) : version;
}

/** Whether features that are replaced or removed are kept as they were. */
export const keepsHistory = (versionsToKeep: number): boolean => versionsToKeep > 1;
