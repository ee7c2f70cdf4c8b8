import type { Fault } from '../fault.ts'

let timer: NodeJS.Timeout

export default {
  name: 'PostgreSQL ends all sessions, again and again',
  async begin({ postgres }) {
    const endAll = () =>
      postgres.administer(
        ({ sql }) =>
          sql`select pg_terminate_backend("pid") from pg_stat_activity where "pid" <> pg_backend_pid() and "datname" is not null`,
      )
    timer = setInterval(() => void endAll().catch(() => {}), 500)
  },
  async end() {
    clearInterval(timer)
  },
  answers: 'some',
  isTold: false,
  backWithin: 2,
} satisfies Fault
