import { connect } from 'database/connect.ts'
import type { Fault } from '../fault.ts'

let held: (() => Promise<unknown>)[] = []

export default {
  name: 'PostgreSQL has no connection left',
  async begin({ postgres, proxy }) {
    proxy.reset()
    // Until it takes no more: each opens a connection of its own.
    for (;;) {
      const one = connect(postgres.url, { connections: 1 })
      held.push(() => one.end())
      const isTaken = await one.sql.read`select 1`.then(
        () => true,
        () => false,
      )
      if (!isTaken && held.length > 100) break
    }
  },
  async end() {
    await Promise.all(held.map((end) => end()))
    held = []
  },
  answers: 'some',
  isTold: false,
  backWithin: 2,
} satisfies Fault
