import { globSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Fault, World } from './fault.ts'

const [library] = globSync('/usr/lib/*/faketime/libfaketimeMT.so.1')
const file = join(tmpdir(), `wall-clock-${process.pid}`)
const max = 200
const window = 3

/** rest-auth by a clock that can be set while it runs, and with limits that its own load does not reach. */
const environment = {
  LD_PRELOAD: library ?? '',
  FAKETIME_TIMESTAMP_FILE: file,
  FAKETIME_CACHE_DURATION: '1',
  FAKETIME_DONT_FAKE_MONOTONIC: '1',
  RATE_LIMIT_ENABLED: 'true',
  AUTH_RATE_LIMITS: [
    `any-path=${max}/${window}`,
    ...['all-paths', 'get-session', 'sign-in', 'sign-up', 'forget-password'].map((name) => `${name}=100000/${window}`),
  ].join(','),
}

/** Sets it; libfaketime looks once a second. */
async function setClock(by: string): Promise<void> {
  writeFileSync(file, `${by}\n`)
  await delay(1500)
}

/** Whoever reaches a limit waits for as long as its window, and no longer. */
async function checkLimit({ restAuth }: World, complaints: string[]): Promise<void> {
  const ask = async () => (await fetch(`${restAuth.url}/api/auth/ok`)).headers.get('retry-after')
  const waits = await Promise.all(Array.from({ length: max + 1 }, ask))
  const longest = Math.max(...waits.map(Number))
  await delay(window * 1000)
  const again = await ask()
  if (longest > window || again !== null)
    complaints.push(`a limit lasts for ${again ?? longest} s instead of ${window}`)
}

const countSessions = ({ postgres }: World): Promise<number> =>
  postgres.administer(async ({ sql }) => (await sql`select 1 from "session"`).length)

/** The machine's clock jumps by so much (`+8d`), and back. The database's does not. */
export function wallClockJumps(name: string, by: string): Fault {
  const complaints: string[] = []
  return {
    name,
    complaints,
    obstacle: () => (library ? null : 'needs libfaketime: apt-get install faketime'),
    async prepare(world) {
      const body = JSON.stringify({ email: `clock${by}@faults.test`, password: 'correct horse battery', name: 'x' })
      const headers = { 'content-type': 'application/json' }
      await fetch(`${world.restAuth.url}/api/auth/sign-up/email`, { method: 'POST', headers, body })
      const sessions = await countSessions(world)
      await setClock(by)
      await world.restAuth.kill()
      await world.restAuth.start(environment)
      await delay(3000) // whoever starts cleans up
      if ((await countSessions(world)) < sessions)
        complaints.push('sessions are deleted by who starts with a wrong clock')
      await setClock('+0')
    },
    async begin(world) {
      await setClock(by)
      await checkLimit(world, complaints)
    },
    async end(world) {
      await setClock('+0')
      await checkLimit(world, complaints)
    },
    answers: 'some',
  }
}
