/** The identifier of the installation that a database belongs to; a database has none or one, which never changes. */
export abstract class InstallationRepository {
  abstract find(): Promise<string | undefined>;

  /** Stores `id` durably where there is none; gives the one stored then, the same to all who claim at once. */
  abstract claim(id: string): Promise<string>;
}
