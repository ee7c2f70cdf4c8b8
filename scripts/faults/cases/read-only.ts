import type { Fault, World } from '../fault.ts'

/** For sessions that begin from now on, and all that are there end: as when a primary becomes a standby. */
const set = ({ postgres, proxy }: World, value: 'on' | 'off'): Promise<void> =>
  postgres.administer(async ({ sql }) => {
    await sql.unsafe(`set default_transaction_read_only = off`)
    await sql.unsafe(`alter system set default_transaction_read_only = ${value}`)
    await sql.unsafe('select pg_reload_conf()')
    if (value === 'on') proxy.reset()
  })

export default {
  name: 'database is read-only',
  begin: (world) => set(world, 'on'),
  end: (world) => set(world, 'off'),
  answers: 'some',
  isTold: true,
  backWithin: 2,
} satisfies Fault
