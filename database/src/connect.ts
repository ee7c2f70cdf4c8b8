import postgres from 'postgres'

/** The SQL tag (fragments, `sql(object)`, `sql.json`, `sql.unsafe` …), the same outside and inside a transaction. */
export type Sql = postgres.ISql

/** A piece of SQL to be put into a query: what the tag answers before it is awaited. */
export type Fragment = postgres.PendingQuery<postgres.Row[]>

/** Connections to one PostgreSQL database. */
export interface Database {
  /** Runs each query on the least busy connection that no transaction holds. */
  readonly sql: Sql
  /** Runs `run` in one transaction: commits when it resolves, rolls back and rejects with its error when it throws. */
  begin<T>(run: (sql: Sql) => Promise<T>): Promise<T>
  /** Lets running queries finish, then closes every connection. */
  end(): Promise<void>
}

interface ConnectOptions {
  /** How many connections at most; each is opened when it is first needed. */
  connections?: number
  /** Named prepared statements. False behind a pooler in transaction mode, where a name does not outlive a transaction. */
  prepare?: boolean
}

type Run = (query: Promise<unknown>) => void

/** One client with one connection: postgres.js slows down under steady load when a client has several. */
interface Lane {
  readonly client: postgres.Sql
  readonly run: Run
  running: number
  held: boolean
}

/** Opens connections to the database at `url` (`postgres://user:password@host:port/name`). Nothing is sent before the first query. */
export function connect(url: string, { connections = 10, prepare = true }: ConnectOptions = {}): Database {
  const first = openLane(url, prepare)
  const lanes = [first, ...Array.from({ length: connections - 1 }, () => openLane(url, prepare))]
  const waiting: ((lane: Lane) => void)[] = []

  const leastBusy = (): Lane | undefined =>
    lanes
      .filter((lane) => !lane.held)
      .reduce<Lane | undefined>((best, lane) => (best && best.running <= lane.running ? best : lane), undefined)

  /** Calls `use` at once when a lane is free, otherwise when a transaction ends; in the order of the calls. */
  const withLane = (use: (lane: Lane) => void): void => {
    const lane = leastBusy()
    if (lane) use(lane)
    else waiting.push(use)
  }

  const release = (lane: Lane): void => {
    lane.held = false
    for (let use = waiting.shift(); use; use = lane.held ? undefined : waiting.shift()) use(lane)
  }

  const dispatch: Run = (query) =>
    withLane((lane) => {
      lane.running += 1
      const done = (): void => void (lane.running -= 1)
      query.then(done, done)
      lane.run(query)
    })

  const begin = async <T>(run: (sql: Sql) => Promise<T>): Promise<T> => {
    const lane = await new Promise<Lane>((resolve) =>
      withLane((free) => {
        free.held = true
        resolve(free)
      }),
    )
    try {
      const outcome = await lane.client.begin(async (sql) => ({ value: await run(sql) }))
      return outcome.value
    } finally {
      release(lane)
    }
  }

  return {
    sql: dispatching(first.client, dispatch),
    begin,
    end: async () => void (await Promise.all(lanes.map((lane) => lane.client.end()))),
  }
}

function openLane(url: string, prepare: boolean): Lane {
  const client = postgres(url, { max: 1, prepare, connect_timeout: 10, onnotice: () => {} })
  const run: unknown = Reflect.get(client``, 'handler')
  if (typeof run !== 'function') throw new Error('This version of postgres.js runs its queries in another way.')
  return { client, run: (query) => void Reflect.apply(run, undefined, [query]), running: 0, held: false }
}

/**
 * The tag of `client`, whose queries go through `run`. A query of postgres.js is lazy and may turn out to be a fragment of
 * another one, so the connection is chosen when it runs: in the `handler` that postgres.js then calls.
 */
function dispatching(client: postgres.Sql, run: Run): Sql {
  const redirect = (made: unknown): unknown => {
    if (made instanceof Promise) Reflect.set(made, 'handler', run)
    return made
  }
  return new Proxy(client, {
    apply: (target, self, args) => redirect(Reflect.apply(target, self, args)),
    get: (target, key) => {
      const value: unknown = Reflect.get(target, key)
      if (key !== 'unsafe' || typeof value !== 'function') return value
      return (...args: unknown[]) => redirect(Reflect.apply(value, target, args))
    },
  })
}
