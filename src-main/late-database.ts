/** SQLite files whose statements are compiled when they are first run: a core prepares some four hundred, of which a turn runs a few dozen. */
import Database from 'better-sqlite3'

type Statement = Database.Statement

/** Opens a file as `Database` does. A statement that does not fit its schema fails when it is run. */
export class LateDatabase extends Database {
  static {
    // Defined, as the types of the package do not let a subclass say what it returns.
    Object.defineProperty(this.prototype, 'prepare', {
      configurable: true,
      writable: true,
      value(this: LateDatabase, source: string): Statement {
        return new LateStatement(this, source, () => Database.prototype.prepare.call(this, source))
      },
    })
  }
}

class LateStatement implements Statement {
  readonly database: Database.Database
  readonly source: string
  #compile: () => Statement
  #compiled: Statement | null = null

  constructor(database: Database.Database, source: string, compile: () => Statement) {
    this.database = database
    this.source = source
    this.#compile = compile
  }

  run(...values: unknown[]) {
    return this.#now().run(...values)
  }
  get(...values: unknown[]) {
    return this.#now().get(...values)
  }
  all(...values: unknown[]) {
    return this.#now().all(...values)
  }
  iterate(...values: unknown[]) {
    return this.#now().iterate(...values)
  }
  columns() {
    return this.#now().columns()
  }
  get reader() {
    return this.#now().reader
  }
  get readonly() {
    return this.#now().readonly
  }
  get busy() {
    return this.#now().busy
  }
  pluck(on = true) {
    return this.#with((statement) => statement.pluck(on))
  }
  expand(on = true) {
    return this.#with((statement) => statement.expand(on))
  }
  raw(on = true) {
    return this.#with((statement) => statement.raw(on))
  }
  safeIntegers(on = true) {
    return this.#with((statement) => statement.safeIntegers(on))
  }
  bind(...values: unknown[]) {
    return this.#with((statement) => statement.bind(...values))
  }

  #now(): Statement {
    return (this.#compiled ??= this.#compile())
  }

  #with(change: (statement: Statement) => Statement): this {
    if (this.#compiled === null) {
      const compile = this.#compile
      this.#compile = () => change(compile())
    } else change(this.#compiled)
    return this
  }
}
