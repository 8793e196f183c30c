/** What each example is opened with. */
export interface ClubSettings {
  /** The club's own PostgreSQL database. Cairn's tables have a schema of their own in it. */
  readonly databaseUrl: string;
  readonly photosFolder: string;
  readonly port: number;
}

/** An example that runs. */
export interface Club {
  close(): Promise<void>;
}

export interface Member {
  readonly id: string;
  readonly token: string;
}

type Query = (text: string, values: readonly unknown[]) => Promise<readonly { readonly id: string }[]>;

/** The club's own tables, whatever its driver is. */
export class ClubTables {
  constructor(private readonly query: Query) {}

  async create(): Promise<void> {
    await this.query(
      'CREATE TABLE IF NOT EXISTS users (id text PRIMARY KEY, token text UNIQUE NOT NULL)',
      [],
    );
    await this.query('CREATE TABLE IF NOT EXISTS tours (title text PRIMARY KEY, space_id text NOT NULL)', []);
  }

  async addMember({ id, token }: Member): Promise<void> {
    await this.query('INSERT INTO users VALUES ($1, $2)', [id, token]);
  }

  async removeMember(id: string): Promise<void> {
    await this.query('DELETE FROM users WHERE id = $1', [id]);
  }

  /** The id of the member whose token a header has. */
  async memberOf(authorization = ''): Promise<string | undefined> {
    const token = authorization.replace('Bearer ', '');
    return (await this.query('SELECT id FROM users WHERE token = $1', [token]))[0]?.id;
  }

  async members(ids: readonly string[]): Promise<readonly { id: string; name: string }[]> {
    const rows = await this.query('SELECT id FROM users WHERE id = ANY($1)', [ids]);
    return rows.map(({ id }) => ({ id, name: id }));
  }

  /** Returns the id of its space. */
  async addTour(title: string, spaceId: string): Promise<string> {
    await this.query('INSERT INTO tours VALUES ($1, $2)', [title, spaceId]);
    return spaceId;
  }
}

/** Whether a row has a key that another one has. */
export const isTaken = (error: unknown): boolean =>
  error instanceof Error && Reflect.get(error, 'code') === '23505';
