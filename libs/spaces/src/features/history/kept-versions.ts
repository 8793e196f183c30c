/**
 * The oldest version of which all features are known, once a space has reached `version`. The space keeps
 * `versionsToKeep` versions besides the newest one, as XYZ Hub counts them; with 1 it keeps only the newest. Versions
 * from before it kept more than one do not come back.
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
