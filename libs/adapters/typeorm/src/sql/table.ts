import type { EntitySchemaOptions } from 'typeorm';

/** A table as TypeORM describes it, without loading TypeORM: the columns by the property each one stores. */
export type Table<Row> = EntitySchemaOptions<Row>;
