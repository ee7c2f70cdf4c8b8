import { copyFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { publishFolder } from '../support/publish-folder.ts'
import { makeRemoteFolder } from '../support/remote-folder.ts'
import { untilPage } from '../support/remotes.ts'

/** Its screen throws React's kinds of errors; the test requests the others through its page. */
const remoteOf = (name: string, besides: string) => `
  import { Button, onEvent, onRemoteError, Page, redirectTarget, request, emitEvent } from 'kit'
  import { useEffect } from 'react'
  import { kinds, unknowable } from './kinds.ts'
  const base = new URL(__webpack_public_path__).pathname
  let run = () => {}
  const kit = {
    request, redirectTarget, onEvent,
    emitElsewhere: (name) => Object.entries(window.faulty).find(([key]) => key !== base)[1].tell(name),
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
    hear: (listener) => onRemoteError(({ remote, version, phase, error }) => listener(remote + '@' + version, error, phase)),
    tell: (name) => emitEvent(name, {}),
    provoke: (kind, asked) => void (kinds[kind] ?? unknowable[kind])({ ...asked, kit, click }),
  }
  ${besides}
  const Screen = () =>
    <Page title="${name}">{Object.entries(window.faulty).map(([key, { Buttons }]) => <Buttons key={key} />)}</Page>
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

/**
 * Builds a remote for production that fails in any way on demand, and publishes it to everybody;
 * `besides` is added to its module. Resolves with the path of its files.
 */
export async function publishFaultyRemote(name: string, besides = ''): Promise<string> {
  const { folder, remove } = await makeRemoteFolder(name)
  for (const file of ['kinds.ts', 'later.ts', 'worker.ts'])
    await copyFile(join(import.meta.dirname, file), join(folder, 'src', file))
  await writeFile(join(folder, 'src/missing.ts'), 'export const missing = true')
  await writeFile(join(folder, 'src/remote.tsx'), remoteOf(name, besides))
  await publishFolder(name, folder)
  await remove()
  await untilPage(name, 200)
  return `/remotes/${name}/1.0.0/`
}
