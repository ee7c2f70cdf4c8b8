// Measures the size and CPU cost of a page with 3, 103 and 303 remotes in the registry. Uses the
// shell of the last `npm run build`.
import { get } from 'node:http'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedDatabase } from 'database/embedded.ts'
import { administer, replaceDatabase } from 'database/testing/test-database.ts'
import { connectRegistry, migrateRegistry } from 'registry/storage/open-registry.ts'
import { publishVersion } from 'registry/publish/publish.ts'
import { languages } from 'contract/languages.ts'
import { makeVersion } from 'registry/testing/make-version.ts'
import { type Contender, startContender } from '../contender.ts'
import { load } from '../load.ts'

const counts = [3, 103, 303]
const rounds = Number(process.env['ROUNDS'] ?? 9)
const requests = 2000
const path = '/area-2/details'
const headers = { 'accept-language': 'de', 'accept-encoding': 'gzip, deflate, br' }

/** A typical remote: two routes, a menu item, a container, a first screen and eight catalogues. */
function remote(number: number) {
  const name = `mf-area-${number}`
  const to = `/area-${number}`
  const label = Object.fromEntries(languages.map((language) => [language, `Area ${number} (${language})`]))
  const catalogues = Object.fromEntries(languages.map((language) => [language, `assets/locale-${language}-po.js`]))
  const paths = [
    'assets/entry.js',
    'assets/remote.js',
    'assets/screen.js',
    'assets/remote.css',
    ...Object.values(catalogues),
  ]
  return makeVersion({
    name,
    version: '1.0.0',
    description: {
      routes: [to, `${to}/settings`].map((route) => ({ path: route, access: 'user' })),
      navigation: [{ to, label, order: number }],
      needs: { kit: '^1' },
    },
    scripts: ['assets/remote.js'],
    styles: ['assets/remote.css'],
    catalogues,
    files: Object.fromEntries(paths.map((file) => [file, `${name} ${file}`])),
  })
}

async function fillRegistry(url: string, count: number): Promise<void> {
  await migrateRegistry({ DATABASE_URL: url })
  const database = connectRegistry({ DATABASE_URL: url })
  const ctx = { database, db: database, now: () => new Date() }
  const template = await readFile(new URL('../../shell/dist/index.html', import.meta.url), 'utf8')
  const shell = makeVersion({ name: 'shell', version: '1.0.0', files: { 'index.html': template } })
  const versions = [shell, ...Array.from({ length: count }, (_, number) => remote(number))]
  for (const version of versions) await publishVersion(ctx, { ...version, channel: 'stable' }, { who: 'bench' })
  await database.end()
}

const folder = await mkdtemp(join(tmpdir(), 'bench-document-'))
const server = await startEmbeddedDatabase(folder, { durable: false })
const contenders: (Contender & { count: number })[] = []
try {
  for (const count of counts) {
    await administer(server.url, `create database remotes_${count}`)
    const url = replaceDatabase(server.url, `remotes_${count}`)
    await fillRegistry(url, count)
    const env = { DATABASE_URL: url, DATA_DIR: join(folder, String(count)), AUTH_URL: 'http://127.0.0.1' }
    const main = new URL('../../shell/server/main.ts', import.meta.url)
    contenders.push({ ...(await startContender(`${count} remotes`, main, env)), count })
  }
  const cpu = contenders.map((): number[] => [])
  for (let round = 0; round <= rounds; round += 1) {
    for (const [index, contender] of contenders.entries()) {
      const before = await contender.cpu()
      const isOver = (sent: number) => sent >= requests
      await load(contender.url, 8, isOver, () => ({ method: 'GET', path, headers }))
      // The first round warms up.
      if (round > 0) cpu[index]?.push(((await contender.cpu()) - before) / requests)
    }
  }
  console.log(
    '| remotes | document, brotli | gzip | plain | rest of the lock, brotli | CPU ms | against 3 |\n|---|---|---|---|---|---|---|',
  )
  const medians = cpu.map((each) => each.toSorted((a, b) => a - b)[Math.floor(each.length / 2)] ?? 0)
  for (const [index, { url, count }] of contenders.entries()) {
    const sizes = await Promise.all(['br', 'gzip', 'identity'].map((encoding) => sizeOf(`${url}${path}`, encoding)))
    const plain = await (await fetch(`${url}${path}`)).text()
    const rest = /\/lock\/[\w-]+\.json/.exec(plain)?.[0] ?? ''
    const columns = [count, ...sizes, await sizeOf(`${url}${rest}`, 'br'), medians[index]?.toFixed(3)]
    console.log(`| ${columns.join(' | ')} | ${((medians[index] ?? 0) / (medians[0] ?? 1)).toFixed(2)} × |`)
  }
  const worst = Math.max(...medians) / (medians[0] ?? 1)
  if (worst > 1.5)
    throw new Error(`A document takes ${worst.toFixed(2)} × the time of one with 3 remotes, the maximum is 1.5 ×.`)
} finally {
  await Promise.all(contenders.map((contender) => contender.stop()))
  await server.stop()
  await rm(folder, { recursive: true })
}

async function sizeOf(url: string, encoding: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { ...headers, 'accept-encoding': encoding } }, (response) => {
      let bytes = 0
      response.on('data', (chunk: Buffer) => (bytes += chunk.length)).on('end', () => resolve(bytes))
    }).on('error', reject)
  })
}
