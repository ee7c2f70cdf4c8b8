import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pino } from 'pino'
import { buildApp } from '../app.ts'
import { loadConfig } from '../config.ts'

const template = `<!doctype html><html lang="{{locale}}" data-auth-base-path="{{authBasePath}}" data-request-id="{{requestId}}"><head><!--{{preload}}-->
<script id="lock" type="application/json" nonce="{{nonce}}">{{lock}}</script></head><body></body></html>`

export type Shell = Awaited<ReturnType<typeof startShell>>

/** The shell's server on folders of its own, with a small build and an empty registry. */
export async function startShell(environment: Record<string, string> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'shell-'))
  const log: string[] = []
  const write = async (path: string, content: string | Buffer) => {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), content)
  }
  await write('dist/index.html', template)
  await write('dist/assets/shell.11111111.js', 'shell()')
  await write('dist/assets/locale-en-po.22222222.js', 'english()')
  await write('dist/assets/locale-uk-po.33333333.js', 'ukrainian()')
  const config = loadConfig({ DATA_DIR: folder, ...environment })
  const logger = pino({ level: 'info' }, { write: (line: string) => void log.push(line) })
  const app = await buildApp(config, logger, join(folder, 'dist'))
  return {
    app,
    log,
    write,
    remove: (path: string) => rm(join(folder, path), { recursive: true }),
    /** Puts a version into the registry and makes it live. */
    publish: async (name: string, description: object, version = '1.0.0') => {
      const files = `registry/${name}/${version}`
      const base = { contract: 1, name, routes: [{ path: `/${name}`, access: 'public' }] }
      const catalogues = ['assets/locale-en-po.js', 'assets/locale-uk-po.js']
      const assets = { js: { sync: ['assets/remote.js'], async: catalogues }, css: { sync: ['assets/remote.css'] } }
      const manifest = { metaData: { remoteEntry: { name: 'assets/entry.js' } }, exposes: [{ assets }] }
      await write(`${files}/remote.json`, JSON.stringify({ ...base, ...description }))
      await write(`${files}/mf-manifest.json`, JSON.stringify(manifest))
      await write(`${files}/assets/entry.js`, 'entry()')
      await write(`registry/${name}/channels.json`, JSON.stringify({ stable: version }))
    },
    stop: async () => {
      await app.close()
      await rm(folder, { recursive: true })
    },
  }
}
