import postgres from 'postgres'

/** A postgres.js client, of which each connection has its own. */
export type Client = postgres.Sql
export type Rows = (object | undefined)[]
type Value = postgres.SerializableParameter | Fragment | readonly Fragment[]
type Row = Readonly<Record<string, unknown>>
type NamesOrRows = string | readonly (string | number)[] | Row | readonly Row[]

interface Tag {
  /** A statement that runs when it is awaited, or a part of another one. */
  <T extends Rows = postgres.Row[]>(text: TemplateStringsArray, ...values: readonly Value[]): Statement<T>
}

/** The SQL tag: the same outside and inside a transaction. */
export interface Sql extends Tag {
  <T extends Rows = postgres.Row[]>(text: TemplateStringsArray, ...values: readonly Value[]): Statement<T>
  /** A name, a list of names or values, or rows for `insert` and `update`. */
  (namesOrRows: NamesOrRows): postgres.Helper<string>
  /** For statements that only read: they wait for no write, and are retried if their connection ends. */
  readonly read: Tag
  json(value: postgres.JSONValue): postgres.Parameter
  unsafe<T extends Rows = postgres.Row[]>(text: string, values?: postgres.ParameterOrJSON<never>[]): Statement<T>
}

/** A statement as a part of another one. */
export interface Fragment {
  /** Makes a query of it for the connection of `client`. */
  readonly build: (client: Client) => postgres.Fragment
  /** Builds it once for each connection: for a part without values that is used again and again. */
  kept(): Fragment
}
export type Run = <T extends Rows>(statement: Statement<T>) => Promise<postgres.RowList<T>>

/** A statement before its connection is chosen. */
export class Statement<T extends Rows = postgres.Row[]> implements Promise<postgres.RowList<T>> {
  readonly [Symbol.toStringTag] = 'Statement'
  build: (client: Client) => postgres.PendingQuery<T>
  readonly #run: Run
  /** Where the program makes the statement. */
  readonly #origin: Error | undefined
  #result: Promise<postgres.RowList<T>> | undefined

  constructor(run: Run, build: (client: Client) => postgres.PendingQuery<T>, origin?: Error) {
    this.#run = run
    this.#origin = origin
    this.build = build
  }

  /** Runs it, once. */
  execute(): Promise<postgres.RowList<T>> {
    return (this.#result ??= this.#run(this).catch((error: unknown) => {
      if (error instanceof postgres.PostgresError) addOrigin(error, this.#origin)
      throw error
    }))
  }

  // oxlint-disable-next-line unicorn/no-thenable -- lazy, as queries of postgres.js are: it may become a part of another one
  then<A = postgres.RowList<T>, B = never>(
    onResult?: ((rows: postgres.RowList<T>) => A | PromiseLike<A>) | null,
    onError?: ((error: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.execute().then(onResult, onError)
  }

  catch<B = never>(onError?: ((error: unknown) => B | PromiseLike<B>) | null): Promise<postgres.RowList<T> | B> {
    return this.execute().catch(onError)
  }

  finally(onEnd?: (() => void) | null): Promise<postgres.RowList<T>> {
    return this.execute().finally(onEnd)
  }

  kept(): Statement<T> {
    const { build } = this
    const built = new WeakMap<Client, postgres.PendingQuery<T>>()
    this.build = (client) => {
      const query = built.get(client) ?? build(client)
      built.set(client, query)
      return query
    }
    return this
  }
}

/** Never connects: makes names, rows and JSON, which belong to no connection. */
const values = postgres({ max: 1 })

const isText = (value: TemplateStringsArray | NamesOrRows): value is TemplateStringsArray =>
  Array.isArray(value) && 'raw' in value
const isFragment = (value: unknown): value is Fragment => value instanceof Statement
const areFragments = (value: Value): value is readonly Fragment[] => Array.isArray(value) && isFragment(value[0])

function inline(
  client: Client,
  value: Value,
): postgres.SerializableParameter | postgres.Fragment | postgres.Fragment[] {
  if (isFragment(value)) return value.build(client)
  return areFragments(value) ? value.map((part) => part.build(client)) : value
}

const origins = new WeakMap<TemplateStringsArray, Error>()
function originOf(text: TemplateStringsArray): Error {
  const origin = origins.get(text) ?? new Error('origin')
  origins.set(text, origin)
  return origin
}

/** postgres.js adds the place where `build` is called, which is the same for all. */
function addOrigin(error: Error, origin: Error | undefined): void {
  const value = `${error.stack}${(origin?.stack ?? '').replace(/^.*\n.*/, '')}`
  Reflect.defineProperty(error, 'stack', { value })
}

/** A tag whose statements are run by `run`, or by `runRead` if they only read. */
export function createSql(run: Run, runRead = run): Sql {
  const tag =
    (runIt: Run): Tag =>
    (text, ...args) =>
      new Statement(runIt, (client) => client(text, ...args.map((value) => inline(client, value))), originOf(text))
  const statement = tag(run)
  function sql<T extends Rows>(text: TemplateStringsArray, ...args: Value[]): Statement<T>
  function sql(namesOrRows: NamesOrRows): postgres.Helper<string>
  function sql(first: TemplateStringsArray | NamesOrRows, ...args: Value[]): unknown {
    return isText(first) ? statement(first, ...args) : Reflect.apply(values, undefined, [first])
  }
  return Object.assign(sql, {
    read: tag(runRead),
    json: (value: postgres.JSONValue) => values.json(value),
    unsafe: <T extends Rows>(text: string, args?: postgres.ParameterOrJSON<never>[]) =>
      new Statement<T>(run, (client) => client.unsafe<T>(text, args)),
  })
}
