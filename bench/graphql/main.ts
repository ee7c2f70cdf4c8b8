// CPU time of the GraphQL process for one organization page: this gateway beside four other ways to answer it.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedDatabase } from '../../database/src/embedded.ts'
import { startContender } from '../contender.ts'
import { load, type LoadRequest } from '../load.ts'
import { fillOrganization, slug } from './fixture.ts'

const rounds = Number(process.env['ROUNDS'] ?? 5)
const requests = Number(process.env['REQUESTS'] ?? 1000)

const page = `query OrganizationPage($slug: String!) {
  organization(by: { slug: $slug }) {
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
const start = (name: string, file: string, env: Record<string, string>) =>
  startContender(name, new URL(file, import.meta.url), env)
const restAuth = await start('rest-auth', '../../rest-auth/src/main.ts', {
  DATABASE_URL: postgres.url,
  DATA_DIR: folder,
  TRUSTED_PROXIES: '127.0.0.1',
  LOG_LEVEL: 'warn',
})
const cookie = await fillOrganization(restAuth.url, postgres.url)
const AUTH_URL = 'http://localhost:3000'
const env = {
  NODE_ENV: 'production',
  AUTH_URL,
  REST_AUTH_URL: restAuth.url,
  DATABASE_URL: postgres.url,
  LOG_LEVEL: 'warn',
}

const players = [
  { contender: await start('this gateway', '../../gateway/src/main.ts', env), document: page },
  { contender: await start('Apollo Server 5.5 as shipped', 'apollo-server.ts', env), document: page },
  { contender: await start('PostGraphile 5', 'postgraphile-server.ts', env), document: samePageOfTables },
  { contender: await start('projection written by hand', 'projection-server.ts', env), document: page },
  { contender: await start('one SQL statement, bare handler', 'sql-server.ts', env), document: page },
].map((player) => ({ ...player, cpu: [] as number[], bytes: 0 }))

const requestOf = (document: string): LoadRequest => ({
  method: 'POST',
  path: '/graphql',
  headers: { 'content-type': 'application/json', cookie },
  body: JSON.stringify({ query: document, variables: { slug } }),
})

for (let round = -1; round < rounds; round += 1) {
  for (const { contender, document, cpu } of players) {
    const before = await contender.cpu()
    await load(
      contender.url,
      4,
      (sent) => sent >= requests,
      () => requestOf(document),
    )
    // The first round warms up.
    if (round >= 0) cpu.push(((await contender.cpu()) - before) / requests)
  }
}
for (const player of players) {
  const { method, path, headers, body } = requestOf(player.document)
  const answer = await fetch(player.contender.url + path, { method, headers, body: body ?? '' })
  const text = await answer.text()
  if (!text.includes('person.98@example.com') || !text.includes('invited.19@example.com'))
    throw new Error(`${player.contender.name} answered ${text.slice(0, 500)}`)
  player.bytes = Buffer.byteLength(text)
}

console.log(`CPU of the process per page in ms, median of ${rounds} rounds of ${requests} (lowest–highest):\n`)
console.log('| | CPU ms | spread | answer |\n|---|---|---|---|')
for (const { contender, cpu, bytes } of players) {
  const [lowest = 0, ...rest] = cpu.toSorted((a, b) => a - b)
  const sorted = [lowest, ...rest]
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0
  console.log(
    `| ${contender.name} | ${median.toFixed(2)} | ${lowest.toFixed(2)}–${(sorted.at(-1) ?? 0).toFixed(2)} | ${(bytes / 1000).toFixed(1)} kB |`,
  )
}

await Promise.all([restAuth, ...players.map((player) => player.contender)].map((contender) => contender.stop()))
await postgres.stop()
await rm(folder, { recursive: true })
