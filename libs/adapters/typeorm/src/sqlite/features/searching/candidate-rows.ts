import type { Candidate } from '@cairn/spaces/spi';
import type { SqliteConnection } from '../../connection/sqlite-connection.js';
import {
  candidateOf,
  column,
  type FeatureRow,
  isLong,
  shortColumns,
  wholeColumns,
} from '../rows/feature-row.js';
import type { SpaceContent } from '../rows/space-content.js';

/** Reads what the rows of a search lack. */
export class CandidateRows {
  constructor(
    private readonly connection: SqliteConnection,
    private readonly content: Pick<SpaceContent, 'shapes'>,
  ) {}

  /** The text of a long feature is read when it is first asked for, while the read goes on. */
  candidateOf(row: FeatureRow): Candidate {
    const { shapes } = this.content;
    if (shapes === undefined) return candidateOf(this.whole(row));
    const known = typeof row[column.body] === 'string' ? row : this.read(shortColumns, row);
    const candidate = candidateOf(known);
    if (!isLong(known)) return candidate;
    const whole = (): FeatureRow => this.whole(row);
    let body: string | undefined;
    const feature = {
      ...candidate.feature,
      get body() {
        return (body ??= whole()[column.body] ?? '');
      },
    };
    return { ...candidate, feature, shapes };
  }

  whole(row: FeatureRow): FeatureRow {
    return typeof row[column.body] === 'string' ? row : this.read(wholeColumns, row);
  }

  private read(columns: string, row: FeatureRow): FeatureRow {
    const find = this.connection.rows<FeatureRow>(`SELECT ${columns} FROM feature AS f WHERE f.number = ?`);
    return find.get(row[column.number]) ?? row;
  }
}
