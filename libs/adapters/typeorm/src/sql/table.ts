import type { EntitySchemaOptions } from 'typeorm';

/** TypeORM's description of a table, usable without loading TypeORM: columns by property. */
export type Table<Row> = EntitySchemaOptions<Row>;
