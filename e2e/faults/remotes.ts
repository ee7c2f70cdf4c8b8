import { copyFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { rspack } from '@rspack/core'
import { describeBuild } from '../../kit/build/version-document.ts'
import { remoteConfig } from '../../kit/build/remote-config.ts'
import { publishVersion } from '../../shell/server/registry/publish.ts'
import { makeVersion, signVersion } from '../../shell/server/testing/make-version.ts'
import { openRegistry, untilPage } from '../support/hand-made-remote.ts'
import { makeRemoteFolder } from '../support/remote-folder.ts'

/** The remote's one screen has what React's kinds of errors need; all else of it is for the page of the test to ask for. */
const remoteOf = (name: string, besides: string) => `
  import { Button, onEvent, onRemoteError, Page, redirectTarget, request, tellEvent } from 'kit'
  import { useEffect, useReducer } from 'react'
  import { kinds, unknowable } from './kinds.ts'
  const base = new URL(__webpack_public_path__).pathname
  let run = () => {}
  const kit = {
    request, redirectTarget, onEvent,
    tellElsewhere: (name) => Object.entries(window.faulty).find(([key]) => key !== base)[1].tell(name),
    loadWorker: () => import('./worker.ts?source'),
    loadLater: () => import('./later.ts'),
    loadMissing: () => import(/* webpackChunkName: "missing" */ './missing.ts'),
  }
  const click = (element, onClick) => {
    run = onClick
    document.querySelector('[data-click="' + base + ' ' + element + '"]').click()
  }
  const Buttons = () => <>
    <button data-click={base + ' react'} onClick={() => run()}>React</button>
    <Button data-click={base + ' kit'} onClick={() => run()}>kit</Button>
  </>
  window.faulty ??= {}
  window.faulty[base] = {
    Buttons,
    shared: __webpack_share_scopes__.default,
    hear: (listener) => onRemoteError(({ remote, version, phase, error }) => listener(remote + '@' + version, error, phase)),
    tell: (name) => tellEvent(name, {}),
    call: (name) => void setTimeout(() => window[name]()),
    provoke: (kind, asked) => void (kinds[kind] ?? unknowable[kind])({ ...asked, kit, click }),
  }
  ${besides}
  dispatchEvent(new Event('faulty'))
  function Screen() {
    const [, draw] = useReducer((times) => times + 1, 0)
    useEffect(() => addEventListener('faulty', draw), [])
    return <Page title="${name}">{Object.entries(window.faulty).map(([key, { Buttons }]) => <Buttons key={key} />)}</Page>
  }
  const Throws = () => { throw new Error('in a render') }
  function Effect() {
    useEffect(() => { throw new Error('in an effect') }, [])
    return 'drawn'
  }
  const Own = () => 'its own boundary'
  const under = (path, route) => ({ path: '/${name}/' + path, ...route })
  export const remote = {
    routes: [
      { path: '/${name}', Component: Screen },
      under('render', { Component: Throws }),
      under('effect', { Component: Effect }),
      under('text', { Component: () => { throw 'in a text' } }),
      under('loader', { loader: async () => { throw new Error('in a loader') }, Component: Screen }),
      under('lazy', { lazy: () => import(/* webpackChunkName: "missing" */ './missing.ts') }),
      under('own', { Component: Throws, ErrorBoundary: Own }),
      under('kit', { Component: () => <Page title={Symbol('in kit')}>x</Page> }),
    ],
    loadMessages: async () => ({}),
  }
`

export interface FaultyRemote {
  /** Path of the version's files. */
  base: string
  entry: string
  integrity: string
}

/**
 * Builds a remote for production that fails in any way that it is asked for, and publishes it in these versions, the first for all.
 * `besides`: what its module does beside that.
 */
export async function publishFaultyRemote(
  name: string,
  versions: readonly string[],
  besides = '',
): Promise<FaultyRemote[]> {
  const { folder, remove } = await makeRemoteFolder(name)
  for (const file of ['kinds.ts', 'later.ts', 'worker.ts'])
    await copyFile(join(import.meta.dirname, file), join(folder, 'src', file))
  await writeFile(join(folder, 'src/missing.ts'), 'export const missing = true')
  await writeFile(join(folder, 'src/remote.tsx'), remoteOf(name, besides))
  const published: FaultyRemote[] = []
  const registry = await openRegistry()
  for (const version of versions) {
    await writeFile(join(folder, 'package.json'), JSON.stringify({ name, version, type: 'module' }))
    await build(folder, version)
    const { document, files } = await describeBuild(folder, name)
    const contents = [...files].map(([integrity, content]) => [integrity, content.toString('base64')] as const)
    const channel = version === versions[0] ? 'stable' : 'next'
    await publishVersion(
      registry.ctx,
      { ...signVersion(JSON.stringify(document)), files: Object.fromEntries(contents), channel },
      { who: 'a journey' },
    )
    const base = `/remotes/${name}/${version}/`
    published.push({ base, entry: base + document.entry, integrity: document.files[document.entry]?.integrity ?? '' })
  }
  await registry.end()
  await remove()
  await untilPage(name, 200)
  return published
}

/** Publishes a remote of this one script. */
export async function publishScript(name: string, script: string): Promise<void> {
  const registry = await openRegistry()
  const version = makeVersion({ name, version: '1.0.0', files: { 'assets/entry.js': script } })
  await publishVersion(registry.ctx, { ...version, channel: 'stable' }, { who: 'a journey' })
  await registry.end()
  await untilPage(name, 200)
}

async function build(folder: string, version: string): Promise<void> {
  const config = remoteConfig(folder)
  const uniqueName = `${config.output?.uniqueName}_${version}`
  const compiler = rspack({ ...config, output: { ...config.output, uniqueName }, performance: false })
  const errors = await new Promise<string | undefined>((resolve, reject) =>
    compiler.run((error, stats) =>
      error ? reject(error) : resolve(stats?.hasErrors() ? stats.toString('errors-only') : undefined),
    ),
  )
  if (errors !== undefined) throw new Error(errors)
}
