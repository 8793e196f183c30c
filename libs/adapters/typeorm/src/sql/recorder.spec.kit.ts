import type { Logger } from 'typeorm';

/** Takes down the statements that TypeORM runs. */
export class Recorder implements Logger {
  readonly statements: { readonly text: string; readonly values: unknown[] }[] = [];

  logQuery(text: string, values: unknown[] = []): void {
    this.statements.push({ text, values });
  }

  logQueryError(): void {}
  logQuerySlow(): void {}
  logSchemaBuild(): void {}
  logMigration(): void {}
  log(): void {}
}
