/** The identifier of the installation that a database belongs to. It never changes once it is set. */
export abstract class InstallationRepository {
  abstract find(): Promise<string | undefined>;

  /** Stores `id` durably if there is none. Returns the stored one, which is the same for all concurrent callers. */
  abstract claim(id: string): Promise<string>;
}
