import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { startEmbeddedDatabase } from 'database/embedded.ts'
import { findFreePort } from 'database/free-port.ts'
import { administer, replaceDatabase } from 'database/testing/test-database.ts'
import { findBrowser } from '../support/browser.ts'
import { expect, test } from '../support/test.ts'

// From an empty folder to a live remote with each template: its journeys, in the running product,
// with its service beside it. Packages of this repository stand in for `npm install`.

const root = resolve(import.meta.dirname, '../..')
const run = promisify(execFile)

for (const { name, options } of [
  { name: 'mf-page', options: [] },
  { name: 'mf-files', options: ['--with-service'] },
  { name: 'mf-ledger', options: ['--with-service', '--postgres'] },
])
  test(`runs the journeys of remote new ${options.join(' ')}`, async () => {
    const { PRODUCT_URL: product = '', PRODUCT_DATA: dataDir = '' } = process.env
    await mkdir(join(root, '.cache'), { recursive: true })
    const parent = await mkdtemp(join(root, '.cache', 'service-template-'))
    // `remote new` takes a folder with these for this repository.
    await mkdir(join(parent, 'packages/kit'), { recursive: true })
    for (const file of ['packages/kit/package.json', 'pnpm-workspace.yaml']) await writeFile(join(parent, file), '{}')
    const { executablePath: CHROME, env: ofBrowser } = await findBrowser()
    const env = { ...process.env, ...ofBrowser, CHROME, NODE_ENV: undefined, DATA_DIR: dataDir }
    const folder = join(parent, name)
    const seconds: Record<string, string> = {}
    const remote = async (cwd: string, ...args: string[]) => {
      const started = performance.now()
      const command = [join(root, 'packages/remote-tools/src/command/main.ts'), ...args, '--to', product]
      const { stdout } = await run(process.execPath, command, { cwd, env })
      seconds[args.slice(0, 2).join(' ')] = ((performance.now() - started) / 1000).toFixed(1)
      return stdout
    }
    await remote(parent, 'new', name, ...options)
    const packages = join(root, 'examples/mf-invoices/node_modules')
    await mkdir(join(folder, 'node_modules'))
    for (const each of await readdir(packages)) await symlink(join(packages, each), join(folder, 'node_modules', each))
    await symlink(join(root, 'packages/remote-tools/node_modules/postgres'), join(folder, 'node_modules/postgres'))

    const { url } = await startEmbeddedDatabase(dataDir)
    const database = name.replace('mf-', '')
    await administer(url, `create database ${database}`)
    const port = String(await findFreePort())
    const own = { PRODUCT: product, PORT: port, DATABASE: join(parent, 'service.db') }
    const service =
      options.length > 0 &&
      spawn(process.execPath, ['service/main.ts'], {
        cwd: folder,
        env: { ...process.env, ...own, DATABASE_URL: replaceDatabase(url, database) },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
    try {
      if (service) {
        await once(service.stdout, 'data')
        await remote(folder, 'service', 'set', name, `http://127.0.0.1:${port}`)
      }
      await remote(folder, 'publish', '--channel', 'next')
      // Fails if a journey does.
      await remote(folder, 'test')
      await remote(folder, 'promote', name, '1.0.0')
      console.log(name, seconds)
      if (!service) {
        const replaceIn = async (file: string, text: RegExp, by: string) => {
          const path = join(folder, file)
          await writeFile(path, (await readFile(path, 'utf8')).replace(text, by))
        }
        await replaceIn('src/start-page.tsx', /title=\{.*?\}/, 'title="Renamed"')
        await remote(folder, 'publish', '--channel', 'next', '--version', '1.1.0')
        const broken = remote(folder, 'test')
        await expect(broken).rejects.toThrow(/1\.1\.0 failed at .* With 1\.0\.0, which everybody gets, they succeed/)
        await replaceIn('journeys/start-page.spec.ts', /name: '.*?'/, "name: 'Renamed'")
        expect(await remote(folder, 'test')).toMatch(
          /1\.1\.0 succeed at .* With 1\.0\.0, which everybody gets, they fail/,
        )
      }
    } finally {
      if (service) {
        const ended = once(service, 'exit')
        service.kill()
        await ended
        await remote(folder, 'service', 'remove', name)
      }
      await remote(folder, 'unpublish', name)
      await administer(url, `drop database ${database}`)
      await rm(parent, { recursive: true })
    }
  })
