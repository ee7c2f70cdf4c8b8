import { type Configuration, rspack } from '@rspack/core'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { baseConfig } from 'remote-tools/build/base-config'
import { shellFacts } from 'remote-tools/build/build-facts'
import { remoteConfig } from 'remote-tools/build/remote-config'
import { languages } from 'contract/languages.ts'
import { federation } from 'shell/build/federation'

// Kit 2 renames a component and one of its props; the layer keeps the names of kit 1 working.
const kit = {
  'package.json':
    '{ "name": "kit", "version": "2.0.0", "exports": { ".": "./src/index.tsx", "./graphql": "./src/graphql.ts" } }',
  'src/index.tsx': `
    import { type ReactNode, useSyncExternalStore } from 'react'
    let visits = 0
    const listeners = new Set<() => void>()
    export const visit = () => { visits++; for (const listener of listeners) listener() }
    const subscribe = (listener: () => void) => { listeners.add(listener); return () => listeners.delete(listener) }
    export const useVisits = () => useSyncExternalStore(subscribe, () => visits)
    export const Card = ({ title, children }: { title: string; children: ReactNode }) => <section aria-label={title}>{children}</section>`,
  'src/graphql.ts': 'export const client = { isTheOne: true }',
  'compat/1.5.0/index.ts': `
    import { createElement, type ReactNode } from 'react'
    import { Card } from '../../src/index.tsx'
    export { useVisits, visit } from '../../src/index.tsx'
    export const Panel = ({ heading, children }: { heading: string; children: ReactNode }) => createElement(Card, { title: heading, children })`,
  'compat/1.5.0/graphql.ts': "export * from '../../src/graphql.ts'",
}

const main = `
  import { getInstance, loadRemote, registerRemotes } from '@module-federation/enhanced/runtime'
  import { Card, useVisits } from 'kit'
  import { client } from 'kit/graphql'
  import { createRoot } from 'react-dom/client'
  const remotes: { name: string; entry: string }[] = JSON.parse(document.getElementById('lock')?.textContent ?? '')
  getInstance()?.initializeSharing()
  registerRemotes(remotes)
  const Visits = () => <Card title="shell">visits: {useVisits()}</Card>
  Promise.all(remotes.map(async ({ name }) => (await loadRemote<any>(name + '/remote')).remote)).then((loaded) =>
    createRoot(document.body).render([
      <Visits key="shell" />,
      ...loaded.map(({ routes: [{ Component }] }, key) => <Component key={key} />),
      <p key="client">clients: {new Set([client, ...loaded.map((each) => each.client)]).size}</p>,
    ]))`

const remoteOf = (name: string, kitRange: string, card: string) => ({
  'package.json': JSON.stringify({ name, version: '1.0.0' }),
  'tsconfig.json': '{}',
  'rspack.config.ts': '',
  'remote.json': JSON.stringify({
    name,
    routes: [{ path: `/${name}`, access: 'public' }],
    needs: { kit: kitRange },
  }),
  'src/remote.tsx': `
    import { ${card.split(' ')[0]}, useVisits, visit } from 'kit'
    import { client } from 'kit/graphql'
    const Component = () => <${card}="${name}"><button onClick={visit}>{useVisits()}</button></${card.split(' ')[0]}>
    export const remote = { routes: [{ path: '/${name}', Component }], loadMessages: async () => ({}), client }`,
  ...Object.fromEntries(languages.map((locale) => [`src/locales/${locale}.po`, ''])),
})

/** Builds a shell with kit 2 and remotes for kit 1 and kit 2. Returns the shell's document. */
export async function buildTwoMajors(folder: string): Promise<string> {
  const remotes = {
    'mf-one': remoteOf('mf-one', '^1.4', 'Panel heading'),
    'mf-two': remoteOf('mf-two', '^2', 'Card title'),
  }
  const packages = { kit, shell: { 'src/main.tsx': main }, ...remotes }
  for (const [name, files] of Object.entries(packages))
    for (const [path, content] of Object.entries(files)) await write(join(folder, name, path), content)
  const entries = await Promise.all(
    Object.keys(remotes).map(async (name) => {
      const [entry = ''] = await build({ ...remoteConfig(join(folder, name)), devtool: false })
      const manifest = JSON.parse(await readFile(join(folder, name, 'dist/mf-manifest.json'), 'utf8'))
      return { name: manifest.metaData.globalName, entry: `/${name}/${entry}` }
    }),
  )
  const scripts = await build(shellConfig(join(folder, 'shell'), join(folder, 'kit')))
  const tags = scripts.map((script) => `<script defer src="/shell/${script}"></script>`).join('')
  const lock = `<script id="lock" type="application/json">${JSON.stringify(entries)}</script>`
  return `<!doctype html><title>Two majors</title>${lock}${tags}<body></body>`
}

function shellConfig(folder: string, kitFolder: string): Configuration {
  const base = baseConfig(folder, 'shell')
  return {
    ...base,
    devtool: false,
    entry: { shell: './src/main.tsx' },
    output: { ...base.output, publicPath: '/shell/' },
    resolve: {
      ...base.resolve,
      alias: { 'kit/graphql$': join(kitFolder, 'src/graphql.ts'), kit$: join(kitFolder, 'src/index.tsx') },
      modules: ['node_modules', resolve(import.meta.dirname, '../../shell/node_modules')],
    },
    performance: false,
    plugins: [...base.plugins, shellFacts, ...federation(folder, kitFolder)],
  }
}

/** Returns the initial scripts. */
async function build(config: Configuration): Promise<string[]> {
  const compiler = rspack(config)
  return new Promise((done, reject) =>
    compiler.run((error, stats) => {
      if (error || !stats || stats.hasErrors()) return reject(error ?? new Error(stats?.toString('errors-only')))
      const { entrypoints = {} } = stats.toJson({ all: false, entrypoints: true })
      const [entry] = Object.values(entrypoints)
      done((entry?.assets ?? []).map(({ name }) => name).filter((name) => name.endsWith('.js')))
    }),
  )
}

async function write(path: string, content: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, content)
}
