import type { EntityManager } from 'typeorm';
import { ClubTables } from '../club.js';

/** The club's tables by a manager of TypeORM: its own, or that of a transaction. */
export const tablesOf = (manager: EntityManager): ClubTables =>
  new ClubTables(async (text, values) => await manager.query<{ id: string }[]>(text, [...values]));
