// @vitest-environment happy-dom
import { loadRemote as loadModule } from '@module-federation/enhanced/runtime'
import { onRemoteError, Place, type RemoteError, usePlaces } from 'kit'
import { PlacesContext } from 'kit/shell'
import type { Remote } from 'kit/remote'
import { renderPage, screen, waitFor, within } from 'kit/testing/page'
import { person, sessionOf } from 'kit/testing/people'
import { server } from 'kit/testing/server'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { isReplaceable } from './load-remote.ts'
import { LockContext } from './lock-context.ts'
import type { LockedRemote } from 'contract/version-lock.ts'
import { usePagePlaces } from '../navigation/page-places.ts'

vi.mock('@module-federation/enhanced/runtime', () => ({
  getInstance: () => null,
  registerPlugins() {},
  registerRemotes() {},
  loadRemote: vi.fn(),
}))

const ada = person('Ada')
const organization = { id: 'acme', name: 'Acme', slug: 'acme', logo: null }
/** Modules or load errors by remote. Each test has its own names, because loads are cached. */
const modules = new Map<string, Partial<Remote> | Error>()
let turn = 0
const named = (name: string) => `mf-${name}-${turn}`

beforeEach(() => {
  turn++
  server.signedIn = { user: ada, session: sessionOf(ada) }
  vi.mocked(loadModule).mockImplementation(async (id) => {
    const found = modules.get(id.split('/')[0]?.replaceAll('_', '-') ?? '')
    if (found instanceof Error) throw found
    return { remote: { routes: [], loadMessages: async (): Promise<Record<string, string>> => ({}), ...found } }
  })
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
})

const locked = (name: string, places: LockedRemote['places'], path = `/${name}`): LockedRemote => ({
  name,
  version: '1.0.0',
  container: name.replaceAll('-', '_'),
  entry: `/remotes/${name}/1.0.0/assets/entry.js`,
  integrity: 'sha384-',
  routes: [{ path, access: 'user' }],
  places,
  navigation: [],
  needs: {},
})
const tab = (name: string, order = 1): LockedRemote['places'] => ({
  'organization-tab': [{ name, label: { en: name }, order }],
})

function Tabs() {
  const tabs = usePlaces('organization-tab', ['owner'])
  return tabs?.map((entry) => (
    <section key={entry.name} aria-label={entry.label}>
      <Place place="organization-tab" entry={entry} organization={organization} roles={['owner']} permissions={[]} />
    </section>
  ))
}
function Cards() {
  return usePlaces('start-card')?.map((entry) => (
    <section key={entry.name} aria-label={entry.label}>
      <Place place="start-card" entry={entry} user={ada} />
    </section>
  ))
}
function Host() {
  return (
    <PlacesContext value={usePagePlaces()}>
      <p>The host</p>
      <Tabs />
      <Cards />
    </PlacesContext>
  )
}
const openWith = (remotes: LockedRemote[], isPart = false) => {
  const host = (
    <LockContext value={{ remotes, isPart }}>
      <Host />
    </LockContext>
  )
  return renderPage([{ path: '*', element: host }], '/elsewhere')
}
const part = (name: string) => within(screen.getByRole('region', { name }))

/** Records the reported errors of a remote of this test. */
function collectRemoteErrors(): RemoteError[] {
  const heard: RemoteError[] = []
  onRemoteError((remoteError) => {
    if (remoteError.remote.endsWith(`-${turn}`)) heard.push(remoteError)
  })
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.spyOn(navigator, 'sendBeacon').mockReturnValue(true)
  return heard
}

test('renders a place with its props, in the scope and the texts of its remote', async () => {
  const name = named('tab')
  modules.set(name, {
    places: { 'organization-tab': { bills: (props) => <p>{`Bills of ${props.organization.name}`}</p> } },
  })
  await openWith([locked(name, tab('bills'))])
  const text = await part('bills').findByText('Bills of Acme')
  expect(text.closest('[data-remote]')?.getAttribute('data-remote')).toBe(name)
  // The host's styles stop at the place.
  expect(text.closest('[data-remote=shell]')).not.toBeNull()
})

test('knows no entries until the rest of the version lock is loaded', async () => {
  await openWith([locked(named('tab'), tab('bills'))], true)
  await screen.findByText('The host')
  expect(screen.queryByRole('region')).toBeNull()
})

test('reports a part that throws, leaves the rest of the page intact, and renders it again on request', async () => {
  const [bad, good] = [named('bad'), named('good')]
  const heard = collectRemoteErrors()
  let isHealed = false
  const Bad = () => {
    if (!isHealed) throw new Error('on purpose')
    return <p>Healed</p>
  }
  modules.set(bad, { places: { 'organization-tab': { bad: Bad } } })
  modules.set(good, {
    places: {
      'organization-tab': {
        good: () => {
          const [clicks, setClicks] = useState(0)
          return <button onClick={() => setClicks(clicks + 1)}>{`${clicks} clicks`}</button>
        },
      },
    },
  })
  const { user } = await openWith([locked(bad, tab('bad')), locked(good, tab('good'))])
  await user.click(await screen.findByRole('button', { name: '0 clicks' }))
  await part('bad').findByRole('heading', { name: 'bad couldn’t be loaded' })
  await waitFor(() => expect(heard).toMatchObject([{ remote: bad, version: '1.0.0', phase: 'place' }]))
  isHealed = true
  await user.click(part('bad').getByRole('button', { name: 'Try again' }))
  await part('bad').findByText('Healed')
  screen.getByRole('button', { name: '1 clicks' })
  screen.getByText('The host')
})

test.each([
  ['nothing', {}],
  ['an invalid component', { places: { 'organization-tab': { bills: 1 } } }],
  ['no places', { places: null }],
])('shows a panel and reports the remote if it exports %s', async (_, module: object) => {
  const name = named('empty')
  const heard = collectRemoteErrors()
  modules.set(name, module)
  await openWith([locked(name, tab('bills'))])
  await part('bills').findByRole('alert')
  await waitFor(() => expect(heard).toMatchObject([{ remote: name, phase: 'place' }]))
  expect(String(heard[0]?.error)).toContain('organization-tab/bills')
})

test('loads a failed part again on request', async () => {
  const name = named('away')
  const heard = collectRemoteErrors()
  modules.set(name, new Error('away'))
  const { user } = await openWith([locked(name, tab('bills'))])
  await part('bills').findByRole('alert')
  expect(heard).toMatchObject([{ remote: name, phase: 'load' }])
  modules.set(name, { places: { 'organization-tab': { bills: () => <p>There</p> } } })
  await user.click(part('bills').getByRole('button', { name: 'Try again' }))
  await part('bills').findByText('There')
})

test('keeps what is shown on other pages; on its own page, a place counts as a part', () => {
  const remote = { locked: { ...locked('mf-a', {}), lastGood: locked('mf-a', {}) } }
  const replaceable = (place: string, ...drawn: string[]) => isReplaceable({ ...remote, drawn: new Set(drawn) }, place)
  expect(replaceable('organization-tab/bills')).toBe(true)
  expect(replaceable('organization-tab/bills', 'page /teams')).toBe(false)
  expect(replaceable('organization-tab/bills', 'start-card/one')).toBe(false)
  expect(replaceable('page/organization-tab/', 'page /teams', 'header')).toBe(true)
  expect(replaceable('page/organization-tab/teams', 'page /teams', 'page/organization-tab/')).toBe(false)
  expect(replaceable('page /teams', 'header')).toBe(true)
  expect(replaceable('page /teams', 'page /teams')).toBe(false)
  // Another screen of the same version was shown.
  expect(replaceable('page /teams', 'page /')).toBe(true)
})
