import { once } from 'node:events'
import { request } from 'node:http'
import { createServer, type Server } from 'node:https'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { startEmbeddedDatabase } from 'database/embedded.ts'
import { findFreePort } from 'database/free-port.ts'
import { createLocalhostCertificate } from '../../rest-auth/src/testing/certificate.ts'
import { newPerson, signUp } from '../support/people.ts'
import { type RunningProduct, startProduct } from '../support/product.ts'
import { Teams } from '../support/team.ts'
import { expect, test } from '../support/test.ts'

// The product as it runs in production, by https behind a proxy, on a database that it was told of; a team with nothing of ours but
// its address, its certificate and a token.

const operatorToken = 'an-operator-token-without-spaces-of-47-characters'
const ended: (() => Promise<unknown>)[] = []
let product: RunningProduct
let teams: Teams
let origin: string

test.beforeAll(async () => {
  test.setTimeout(300_000)
  const folder = await mkdtemp(join(tmpdir(), 'production-'))
  ended.push(() => rm(folder, { recursive: true }))
  const database = await startEmbeddedDatabase(join(folder, 'database'))
  ended.push(() => database.stop())
  const { certificate, key } = createLocalhostCertificate()
  // Beside those that this machine needs to reach npm's registry.
  const { NODE_EXTRA_CA_CERTS: others } = process.env
  await writeFile(
    join(folder, 'certificate.pem'),
    [others ? await readFile(others, 'utf8') : '', certificate].join('\n'),
  )
  process.env['NODE_EXTRA_CA_CERTS'] = join(folder, 'certificate.pem')
  setDefaultCACertificates([...getCACertificates('default'), certificate])
  const port = await findFreePort()
  const proxy = await startProxy({ cert: certificate, key }, port)
  ended.push(() => new Promise((closed) => (proxy.closeAllConnections(), proxy.close(closed))))
  const { port: own = 0 } = Object(proxy.address())
  origin = `https://localhost:${own}`
  product = await startProduct({
    NODE_ENV: 'production',
    PORT: String(port),
    AUTH_URL: origin,
    AUTH_SECRET: 'a secret of the test that is long enough',
    DATABASE_URL: database.url,
    MAIL_URL: 'smtp://127.0.0.1:9',
    OPERATOR_TOKEN: operatorToken,
    TRUSTED_PROXIES: '127.0.0.1',
    SHUTDOWN_DELAY: '0',
  })
  ended.push(() => product.stop())
  teams = await Teams.of(origin, operatorToken)
  ended.push(() => teams.leave())
})
test.afterAll(async () => {
  for (const end of ended.toReversed()) await end()
})
// A page is asked for that is nobody's.
test.use({ expectedComplaints: /404 \(Not Found\) \(\S+\/invoices\)/ })

test('@full remote dev shows each save in its developer’s browser alone, in production by https', async ({
  openBrowser,
}) => {
  test.setTimeout(180_000)
  const options = { baseURL: origin, ignoreHTTPSErrors: true }
  const [developer, other] = [await openBrowser(options), await openBrowser(options)]
  await signUp(developer, newPerson('Dora Developer'))
  await signUp(other, newPerson('Otto Other'))
  const cookies = await developer.context().cookies()
  expect(cookies.length).toBeGreaterThan(0)
  expect(cookies.filter(({ secure }) => !secure)).toEqual([])

  const team = await teams.found('mf-invoices')
  await team.edit('src/start-page.tsx', '<Panel>', '<Panel><input aria-label="Note" />')
  const dev = team.start('dev')
  const link = () => /https:\S+\/preview\/\S+/.exec(dev.output())?.[0] ?? ''
  await expect.poll(link, { timeout: 60_000, message: dev.output() }).not.toBe('')
  await developer.goto(link())
  await expect(developer.getByRole('main')).toContainText('mf-invoices')
  await developer.getByRole('button', { name: 'Run it in this browser' }).click()
  await expect(developer.getByRole('heading', { level: 1 })).toHaveText('Invoices')
  const note = developer.getByRole('textbox', { name: 'Note' })
  await note.fill('typed before the save')
  // A text that no catalogue has.
  await team.edit('src/start-page.tsx', 'There is nothing here yet.', 'Nobody owes us anything.')
  await expect(developer.getByText('Nobody owes us anything.')).toBeVisible()
  await expect(note).toHaveValue('typed before the save')

  await other.goto('/invoices')
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('There is no page at this address')
  await dev.interrupt()
  await developer.goto('/invoices')
  await expect(developer.getByRole('heading', { level: 1 })).toHaveText('There is no page at this address')
})

/** What stands before a product in production: ends TLS, and says for whom it asks. */
async function startProxy(tls: { cert: string; key: string }, port: number): Promise<Server> {
  const server = createServer(tls, (incoming, answer) => {
    const { method, url: path } = incoming
    const headers = {
      ...incoming.headers,
      'x-forwarded-for': incoming.socket.remoteAddress ?? '',
      'x-forwarded-proto': 'https',
    }
    const outgoing = request({ host: '127.0.0.1', port, method, path, headers }, (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers)
      response.pipe(answer)
    })
    outgoing.on('error', () => answer.destroy())
    incoming.pipe(outgoing)
  })
  server.listen(0, 'localhost')
  await once(server, 'listening')
  return server
}
