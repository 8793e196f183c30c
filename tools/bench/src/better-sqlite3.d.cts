declare module 'better-sqlite3' {
  interface Statement {
    run(...values: readonly unknown[]): unknown;
    get(...values: readonly unknown[]): unknown;
  }

  class Database {
    constructor(file: string);
    pragma(source: string): unknown;
    exec(source: string): unknown;
    prepare(source: string): Statement;
  }

  export = Database;
}
