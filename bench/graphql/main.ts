// Compares the CPU time of one organization page, over all processes involved, with other gateways.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { startEmbeddedDatabase } from 'database/embedded.ts'
import { administer, replaceDatabase } from 'database/testing/test-database.ts'
import { startContender, type Contender } from '../contender.ts'
import { load, type LoadRequest } from '../load.ts'
import { postgresCpu } from '../postgres-cpu.ts'
import { fillOrganization } from './fixture.ts'

const rounds = Number(process.env['ROUNDS'] ?? 5)
const requests = Number(process.env['REQUESTS'] ?? 1000)
const connections = 32
const AUTH_SECRET = 'a secret that only the benchmark knows of'

const page = (by: string) => `query OrganizationPage($${by}: ${by === 'id' ? 'ID' : 'String'}!) {
  organization(by: { ${by}: $${by} }) {
    id name slug viewerMembership { roles }
    members(first: 100) { nodes { id roles user { id name email } } }
    teams(first: 10) { nodes { id name } }
    invitations(first: 20) { nodes { id email roles status } }
  }
}`
const samePageOfTables = `query OrganizationPage($slug: String!) {
  organizationBySlug(slug: $slug) {
    rowId name slug
    membersByOrganizationId(first: 100) { nodes { rowId role userByUserId { rowId name email } } }
    teamsByOrganizationId(first: 10) { nodes { rowId name } }
    invitationsByOrganizationId(first: 20) { nodes { rowId email role status } }
  }
}`

const folder = await mkdtemp(join(tmpdir(), 'bench-'))
const postgres = await startEmbeddedDatabase(folder, { durable: false })
const start = (name: string, file: string | URL, env: Record<string, string>) =>
  startContender(name, new URL(file, import.meta.url), env)

const env = {
  NODE_ENV: 'production',
  RATE_LIMIT_ENABLED: 'false',
  AUTH_URL: 'http://localhost:3000',
  LOG_LEVEL: 'warn',
}
type Product = Awaited<ReturnType<typeof startProduct>>

/** The gateway and rest-auth of a checkout, on a database of their own. */
async function startProduct(checkout: string, database: string) {
  await administer(postgres.url, `create database ${database}`)
  const url = replaceDatabase(postgres.url, database)
  const program = (name: string) => pathToFileURL(resolve(checkout, name, 'src/main.ts'))
  const common = { LOG_LEVEL: 'warn', DATABASE_URL: url }
  const restAuth = await start('rest-auth', program('rest-auth'), {
    ...common,
    DATA_DIR: folder,
    TRUSTED_PROXIES: '127.0.0.1',
    AUTH_SECRET,
  })
  const filled = await fillOrganization(restAuth.url, url)
  const gateway = await start('gateway', program('gateway'), { ...env, ...common, REST_AUTH_URL: restAuth.url })
  return { ...filled, url, restAuth, gateway }
}
const own = await startProduct(join(import.meta.dirname, '../..'), 'own')
const bareRest = await start('bare REST', '../rest/bare-server.ts', { DATABASE_URL: own.url, AUTH_SECRET })
const overBare = { ...env, DATABASE_URL: own.url, REST_AUTH_URL: bareRest.url }
/** A contender: the GraphQL server, and the service behind it, if there is one. */
interface Player {
  readonly name: string
  readonly front: Contender
  readonly service: Contender | null
  readonly cookies: readonly string[]
  readonly document: string
  readonly variables: object
}
const pages = (name: string, { gateway: front, restAuth: service, id, slug, cookies }: Product): Player[] => [
  { name: `${name}, by slug`, front, service, cookies, document: page('slug'), variables: { slug } },
  { name: `${name}, by id`, front, service, cookies, document: page('id'), variables: { id: `O_${id}` } },
]
const { slug, cookies } = own
const bySlug = { cookies, document: page('slug'), variables: { slug } }
const players: Player[] = [
  {
    name: 'projection by hand, bare REST server',
    front: await start('projection', 'projection-server.ts', overBare),
    service: bareRest,
    ...bySlug,
  },
  ...pages('this gateway', own),
]
// Checkouts of other releases instead of other programs: RELEASES=/tmp/2.1.0
const releases = process.env['RELEASES']?.split(',') ?? []
for (const [index, checkout] of releases.entries())
  players.push(...pages(checkout, await startProduct(checkout, `release_${index}`)))
if (releases.length === 0)
  players.push(
    {
      name: 'Apollo Server 5.5 as shipped, bare REST server',
      front: await start('Apollo', 'apollo-server.ts', overBare),
      service: bareRest,
      ...bySlug,
    },
    {
      name: 'PostGraphile 5',
      front: await start('PostGraphile', 'postgraphile-server.ts', overBare),
      service: null,
      cookies,
      document: samePageOfTables,
      variables: { slug },
    },
    {
      name: 'one SQL statement, bare handler',
      front: await start('one statement', 'sql-server.ts', overBare),
      service: null,
      ...bySlug,
    },
  )
interface Measured {
  readonly front: number
  readonly service: number
  readonly postgres: number
  readonly total: number
}
const results = players.map((): Measured[] => [])

const requestOf = ({ document: query, variables }: Player, cookie = ''): LoadRequest => ({
  method: 'POST',
  path: '/graphql',
  headers: { 'content-type': 'application/json', cookie },
  body: JSON.stringify({ query, variables }),
})

const cpuOf = async ({ front, service }: Player): Promise<Measured> => {
  const parts = {
    front: await front.cpu(),
    service: (await service?.cpu()) ?? 0,
    postgres: await postgresCpu(dataFolder),
  }
  return { ...parts, total: parts.front + parts.service + parts.postgres }
}
const dataFolder = join(folder, 'postgres-18', 'data')

for (let round = -1; round < rounds; round += 1) {
  for (const [index, player] of players.entries()) {
    const send = (count: number) =>
      load(
        player.front.url,
        connections,
        (sent) => sent >= count,
        (n) => requestOf(player, player.cookies[n % player.cookies.length]),
      )
    // A process that was idle while others ran pays a tenth more at first.
    await send(requests / 4)
    const before = await cpuOf(player)
    await send(requests)
    const after = await cpuOf(player)
    const share = (key: keyof Measured) => (after[key] - before[key]) / requests
    // The first round warms up.
    if (round < 0) continue
    results[index]?.push({
      front: share('front'),
      service: share('service'),
      postgres: share('postgres'),
      total: share('total'),
    })
  }
}

const median = (measured: readonly Measured[], key: keyof Measured): number =>
  measured.map((one) => one[key]).toSorted((a, b) => a - b)[Math.floor(measured.length / 2)] ?? 0

console.log(
  `CPU ms a page of 100 members, ${cookies.length} of whom ask, ${connections} connections, median of ${rounds} rounds of ${requests}:\n`,
)
console.log(
  '| | GraphQL | REST service | PostgreSQL | total | against the projection | response |\n|---|---|---|---|---|---|---|',
)
const [reference = []] = results
for (const [index, player] of players.entries()) {
  const { method, path, headers, body } = requestOf(player, player.cookies[0])
  const response = await fetch(player.front.url + path, { method, headers, body: body ?? '' })
  const text = await response.text()
  if (!text.includes('person.67@example.com') || !text.includes('invited.19@example.com'))
    throw new Error(`${player.name} responded with ${text.slice(0, 500)}`)
  const measured = results[index] ?? []
  const columns = (['front', 'service', 'postgres', 'total'] as const).map((key) => median(measured, key).toFixed(2))
  const times = (median(measured, 'total') / median(reference, 'total')).toFixed(2)
  console.log(`| ${player.name} | ${columns.join(' | ')} | ${times} × | ${(text.length / 1000).toFixed(1)} kB |`)
}

const processes = new Set(players.flatMap(({ front, service }) => (service ? [front, service] : [front])))
await Promise.all([...processes].map((contender) => contender.stop()))
await postgres.stop()
await rm(folder, { recursive: true })
