// Measures what proxying a request to a remote's service costs, compared with calling it directly.
import { loadavg } from 'node:os'
import { startContender, type Contender } from '../contender.ts'
import { load, type LoadRequest } from '../load.ts'

const rounds = Number(process.env['ROUNDS'] ?? 7)
const requests = 3000
const connections = 16

const service = await startContender('service', new URL('service.ts', import.meta.url), {})
const proxy = await startContender('proxy', new URL('proxy.ts', import.meta.url), { SERVICE_URL: service.url })
const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** CPU time per request, and latencies, in milliseconds. */
async function measure(url: string, path: string, of: Contender) {
  const headers = {
    cookie: 'better-auth.session_token=ann',
    'sec-fetch-site': 'same-origin',
    accept: 'application/json',
  }
  const request: LoadRequest = { method: 'GET', path, headers }
  const before = await of.cpu()
  const { latencies } = await load(
    url,
    connections,
    (sent) => sent >= requests,
    () => request,
  )
  const cpu = ((await of.cpu()) - before) / requests
  const at = (part: number): number => latencies[Math.floor(latencies.length * part)] ?? 0
  return { cpu, p50: at(0.5), p99: at(0.99) }
}

const direct: { cpu: number; p50: number; p99: number }[] = []
const passed: typeof direct = []
for (let round = 0; round <= rounds; round++) {
  const [one, other] = [
    await measure(service.url, '/list', service),
    await measure(proxy.url, '/api/mf-invoices/list', proxy),
  ]
  if (round === 0) continue // to warm up
  direct.push(one)
  passed.push(other)
}
const row = (name: string, of: typeof direct) => ({
  name,
  'CPU ms': median(of.map(({ cpu }) => cpu)).toFixed(3),
  p50: median(of.map(({ p50 }) => p50)).toFixed(2),
  p99: median(of.map(({ p99 }) => p99)).toFixed(2),
})
console.table([row('the service, asked directly', direct), row("the shell's server, which passes it on", passed)])
console.log(
  `CPU of the shell's server against the service's: ${median(passed.map(({ cpu }, n) => cpu / (direct[n]?.cpu ?? 1))).toFixed(1)} ×`,
)
console.log(
  `load of the machine: ${loadavg()
    .map((each) => each.toFixed(1))
    .join(' ')}`,
)
await Promise.all([service.stop(), proxy.stop()])
