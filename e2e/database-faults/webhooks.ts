import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { auth, call, signUp, textOf, type Person } from './people.ts'
import { startRestAuth } from './rest-auth.ts'
import { startWorld } from './world.ts'

const writers = 8
const killEvery = 8000
/** In milliseconds, for the lease of a killed process and two further tries. */
const patience = 180_000
const pathOfInstallation = 'installation'

/** A try, in the order of arrival. One that fails is repeated. */
interface Received {
  readonly id: string
  readonly position: number | null
  readonly isAccepted: boolean
}

async function startReceiver() {
  const received = new Map<string, Received[]>()
  let count = 0
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    const event: unknown = JSON.parse(body)
    const isAccepted = (count += 1) % 50 !== 0
    const path = request.url?.slice(1) ?? ''
    const position = Number(textOf(event, 'position')) || null
    const own = received.get(path) ?? []
    received.set(path, own)
    own.push({ id: textOf(event, 'id'), position, isAccepted })
    response.writeHead(isAccepted ? 204 : 500).end()
  }
  const server = createServer((request, response) => void respond(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { received, url: `http://127.0.0.1:${Object(server.address()).port}/` }
}

/** By path: what the journal has and was not accepted, and what came that it does not have. */
function findFaults(kept: ReadonlyMap<string, readonly string[]>, received: ReadonlyMap<string, readonly Received[]>) {
  const faults = { missing: 0, double: 0, unordered: 0, repeated: 0 }
  for (const [path, ids] of kept) {
    const events = received.get(path) ?? []
    const accepted = new Set(events.filter(({ isAccepted }) => isAccepted).map(({ id }) => id))
    const wanted = new Set(ids)
    faults.missing += ids.filter((id) => !accepted.has(id)).length
    faults.double += [...accepted].filter((id) => !wanted.has(id)).length
    faults.repeated += events.length - new Set(events.map(({ id }) => id)).size
    const times = Map.groupBy(events, ({ id }) => id)
    const single = events.filter(({ id, position }) => position !== null && times.get(id)?.length === 1)
    if (path !== pathOfInstallation)
      faults.unordered += single.filter(
        ({ position }, index) => (position ?? 0) < (single[index - 1]?.position ?? 0),
      ).length
  }
  return faults
}

/** Prints what webhooks missed, got twice under another id, or got out of order. Exits. */
export async function compareWebhooks(count: number): Promise<never> {
  const world = await startWorld({ mayFill: false })
  const { postgres, proxy, restAuth } = world
  const other = await startRestAuth(proxy.url, postgres.folder)
  const receiver = await startReceiver()
  const people = await Promise.all(Array.from({ length: writers }, () => signUp(restAuth)))
  const [first = { id: '', cookie: '' }] = people
  await postgres.administer((db) => db.write`update "user" set "role" = 'admin' where "id" = ${first.id}`)
  await call(first, auth(restAuth, '/admin/create-webhook'), { url: receiver.url + pathOfInstallation })
  await delay(1000)
  const [{ start } = { start: '' }] = await postgres.administer(
    (db) => db.read<{ start: string }[]>`
    select "readUntil"::text as "start" from "webhook"`,
  )
  const organizations = await Promise.all(
    people.map(async (person) => {
      const id = textOf(
        await call(person, auth(restAuth, '/organization/create'), { name: 'x', slug: randomUUID() }),
        'id',
      )
      await call(person, auth(restAuth, '/organization/create-webhook'), { organizationId: id, url: receiver.url + id })
      return id
    }),
  )

  let [acknowledged, failed, kills] = [0, 0, 0]
  const over = new AbortController()
  const write = async (person: Person, index: number): Promise<void> => {
    const organizationId = organizations[index] ?? ''
    for (let n = 0; acknowledged < count; n++) {
      const post = (path: string, body: object) =>
        call(person, auth(n % 2 ? other : restAuth, `/organization/${path}`), { organizationId, ...body })
      try {
        const teamId = textOf(await post('create-team', { name: 'x' }), 'id')
        await post('update-team', { teamId, data: { organizationId, name: 'y' } })
        await post('remove-team', { teamId })
        await post('update', { data: { name: `${index} ${n}` } })
        acknowledged += 4
      } catch {
        failed += 1
        await delay(100)
      }
    }
  }
  const kill = async (): Promise<void> => {
    while (!over.signal.aborted)
      for (const victim of [restAuth, other, postgres]) {
        await delay(killEvery)
        if (over.signal.aborted) return
        await victim.kill()
        await victim.start()
        kills += 1
      }
  }
  const began = performance.now()
  const killing = kill()
  await Promise.all(people.map(write))
  const took = performance.now() - began
  over.abort()
  await killing

  const kept = await postgres.administer(async (db) => {
    const rows = await db.read<
      { id: string; organizationId: string | null; position: number | null; isLate: boolean }[]
    >`
      select "id", "organizationId", "position"::int, "at" > ${start}::text::timestamptz as "isLate" from "journal"`
    const idsOf = (isWanted: (row: (typeof rows)[number]) => boolean) => rows.filter(isWanted).map(({ id }) => id)
    return new Map([
      ...organizations.map((id) => [id, idsOf((row) => row.organizationId === id && (row.position ?? 0) > 1)] as const),
      [pathOfInstallation, idsOf(({ isLate }) => isLate)] as const,
    ])
  })
  const end = performance.now() + patience
  while (findFaults(kept, receiver.received).missing > 0 && performance.now() < end) await delay(1000)
  const faults = findFaults(kept, receiver.received)
  const waited = Math.round((performance.now() - began - took) / 1000)
  const expected = [...kept.values()].reduce((sum, ids) => sum + ids.length, 0)
  console.log(
    JSON.stringify({ acknowledged, failed, kills, seconds: Math.round(took / 1000), waited, expected, ...faults }),
  )
  await other.kill()
  await world.end()
  process.exit(faults.missing + faults.double + faults.unordered > 0 || kept.size !== writers + 1 ? 1 : 0)
}
