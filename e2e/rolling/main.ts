// `npm run test:rolling [rounds] [haproxy|nginx]`: two instances of each service behind a balancer
// with the configuration of docs/balancers/, under load. Each round restarts all six. No request
// may fail, and no acknowledged write may be lost. FROM=/checkout/of/2.1.0, built, starts that
// release: odd rounds lead from it to this one, even rounds back.
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { once } from 'node:events'
import { fork } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startEmbeddedDatabase } from 'database/embedded.ts'
import { findFreePort } from 'database/free-port.ts'
import { endBalancer, makeCertificate, missingPrograms, type Places, startBalancer } from './balancers.ts'
import { Instance, serviceNames } from './instances.ts'
import { startLoad } from './load.ts'

const root = resolve(import.meta.dirname, '../..')
const from = process.env['FROM'] ?? root
const people = 6
/** See docs/operating/upgrade.md: a balancer checks a new instance twice, a second apart. */
const untilBalancersKnow = 3000

const balancers = ['haproxy', 'nginx'] as const
const rounds = Number(process.argv.find((argument) => /^\d+$/.test(argument)) ?? 20)
const asked = balancers.filter((name) => process.argv.includes(name))

const missing = missingPrograms()
if (missing.length > 0) {
  console.error(`${missing.join(', ')} is missing. On Debian and Ubuntu: apt-get install ${missing.join(' ')}`)
  process.exit(1)
}

const folder = await mkdtemp(join(tmpdir(), 'rolling-'))
const database = await startEmbeddedDatabase(folder)
await runScript('tools/build.ts')
const ca = await makeCertificate(folder)

const secret = randomBytes(32).toString('base64')
const operatorToken = randomBytes(32).toString('base64url')

const results: { failed: number; line: string }[] = []
for (const name of asked.length > 0 ? asked : balancers) results.push(await rollBehind(name))
await database.stop()
console.log(
  `\nbalancer   rounds  ended  slowest end  requests  failed  too busy\n${results.map(({ line }) => line).join('\n')}`,
)
const ok = results.every(({ failed }) => failed === 0)
if (ok) await rm(folder, { recursive: true })
else console.log(`The logs are in ${folder}`)
process.exit(ok ? 0 : 1)

async function rollBehind(name: (typeof balancers)[number]) {
  const places = await findPlaces()
  const origin = `https://localhost:${places.balancer.public}`
  const halves = [1, 2].map((number) =>
    serviceNames.map((service) => {
      const port = places.instances[`${service}-${number}`] ?? 0
      return new Instance(service, number, port, environmentOf(places), folder)
    }),
  )
  const balancer = await startBalancer(name, places, folder) // which the gateways come to rest-auth by
  await startAll(halves.flat(), from)
  await delay(untilBalancersKnow)
  await publish(origin, from)

  const load = await startLoad(origin, ca, people)
  const ends: number[] = []
  for (let round = 1; round <= rounds; round++) {
    for (const half of halves) {
      ends.push(...(await Promise.all(half.map((instance) => instance.stop()))))
      await startAll(half, round % 2 === 1 ? root : from)
      await delay(untilBalancersKnow)
    }
    if (round === 1 && from !== root) await publish(origin, root)
    console.log(
      `${name}, round ${round}: ${load.count()} succeeded, ${load.failed.length} failed, ${load.busy()} too busy`,
    )
  }
  await load.stop()
  const retries = await balancer.retries()
  await Promise.all(halves.flat().map((instance) => instance.stop()))
  await endBalancer(balancer)

  for (const line of load.failed.slice(0, 50)) console.log(`  ${line}`)
  for (const [kind, count] of load.succeeded) console.log(`  ${kind.padEnd(14)} ${count}`)
  console.log(`  ${retries}`)
  const columns = [name.padEnd(10), rounds, ends.length, `${(Math.max(...ends) / 1000).toFixed(1)} s`, load.count()]
  return { failed: load.failed.length, line: [...columns, load.failed.length, load.busy()].join('\t') }
}

async function runScript(
  script: string,
  { args = [], env = {}, checkout = root }: { args?: string[]; env?: Record<string, string>; checkout?: string } = {},
): Promise<void> {
  const all = { ...process.env, DATA_DIR: folder, ...env }
  const child = fork(join(checkout, script), args, { cwd: checkout, env: all })
  if ((await once(child, 'exit'))[0] !== 0) throw new Error(`${script} failed. The reason is above.`)
}

/** Through the balancer, as docs/operating/install.md says. */
async function publish(to: string, checkout: string): Promise<void> {
  const env = { REMOTE_TOKEN: operatorToken, NODE_EXTRA_CA_CERTS: join(folder, 'tls.crt') }
  await runScript('tools/remote.ts', { args: ['publish', '--to', to], env, checkout })
}

async function startAll(instances: readonly Instance[], checkout: string): Promise<void> {
  await Promise.all(instances.map((instance) => instance.start(checkout)))
}

/** Production settings, without rate limits because all requests come from one IP address. */
function environmentOf({ balancer }: Places): Record<string, string> {
  return {
    NODE_ENV: 'production',
    RATE_LIMIT_ENABLED: 'false',
    AUTH_URL: `https://localhost:${balancer.public}`,
    AUTH_SECRET: secret,
    DATABASE_URL: database.url,
    OPERATOR_TOKEN: operatorToken,
    MAIL_URL: 'smtp://127.0.0.1:9', // nobody there: mails stay in the outbox
    TRUSTED_PROXIES: '127.0.0.0/8',
    REST_AUTH_URL: `http://127.0.0.1:${balancer['rest-auth']}`,
    GATEWAY_URL: `http://127.0.0.1:${balancer.gateway}`,
    DATA_DIR: folder,
  }
}

async function findPlaces(): Promise<Places> {
  const instances: Record<string, number> = {}
  for (const service of serviceNames)
    for (const number of [1, 2]) instances[`${service}-${number}`] = await findFreePort()
  const [front, restAuth, gateway] = [await findFreePort(), await findFreePort(), await findFreePort()]
  return { balancer: { public: front, 'rest-auth': restAuth, gateway }, instances }
}
