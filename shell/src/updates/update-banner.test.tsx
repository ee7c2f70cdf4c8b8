// @vitest-environment happy-dom
import { TextInput, useForm, useUnsavedChanges } from 'kit'
import { act, fireEvent, renderPage, screen } from 'kit/testing/page'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { LockContext } from '../federation/lock-context.ts'
import type { VersionLock, LockedRemote } from 'contract/version-lock.ts'
import type { Update } from './update.ts'
import { recordInput } from './typed-fields.ts'
import { UpdateBanner } from './update-banner.tsx'

// The page uses only the first remote.
vi.mock('../federation/load-remote.ts', () => ({
  versionsInUse: ({ name, version }: LockedRemote) => (name === 'mf-used' ? [version] : []),
}))

const minute = 60_000
const offer = 'An update is ready.'
const demand = /An important update is ready/
const remote = (name: string): LockedRemote => ({
  name,
  version: '1.0.0',
  container: 'mf_remote__1',
  entry: '',
  integrity: '',
  routes: [],
  navigation: [],
  needs: {},
})
const lock: VersionLock = { shell: '2.0.0', remotes: [remote('mf-used'), remote('mf-other')] }

/** The server's response. */
let response: Update | (() => Response | Promise<Response>)
let asked: string[]
const reload = vi.fn<() => void>()
const nothing = { newer: {}, isRequired: false }
const news = { newer: { 'mf-used': '1.1.0' }, isRequired: false }
const required = { ...news, isRequired: true }

beforeEach(() => {
  response = nothing
  asked = []
  reload.mockClear()
  vi.spyOn(location, 'reload').mockImplementation(reload)
  const passOn = fetch
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    if (typeof input !== 'string' || !input.startsWith('/lock/newer')) return passOn(input, init)
    asked.push(input)
    return typeof response === 'function' ? response() : Response.json(response)
  })
})

async function show(shown: VersionLock = lock, beside = <p />) {
  addEventListener('input', recordInput, true)
  onTestFinished(() => removeEventListener('input', recordInput, true))
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] })
  const element = (
    <LockContext value={shown}>
      <UpdateBanner />
      {beside}
    </LockContext>
  )
  const page = await renderPage([{ path: '*', element }], '/here')
  return page
}
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const hide = (isHidden: boolean) => {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(isHidden)
  return act(async () => void document.dispatchEvent(new Event('visibilitychange')))
}
const isTold = (text: string | RegExp) => screen.queryByText(text) !== null

test('polls for its versions every five minutes, but not while hidden or offline', async () => {
  await show()
  await pass(4 * minute)
  expect(asked).toEqual([])
  await pass(16 * minute)
  expect(asked).toEqual(Array(4).fill('/lock/newer?shell=2.0.0&mf-used=1.0.0'))
  await hide(true)
  await pass(60 * minute)
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await hide(false)
  await pass(60 * minute)
  expect(asked).toHaveLength(4)
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
  await hide(false)
  await hide(false)
  expect(asked).toHaveLength(5)
})

test('does not poll for previews', async () => {
  const running = [{ id: '', name: 'mf-used', version: '1.0.0', builds: 3, endsIn: 60 }]
  await show({ ...lock, previews: { userId: '', running, areShown: true } })
  await pass(5 * minute)
  expect(asked).toEqual(['/lock/newer?shell=2.0.0'])
})

test('ignores an invalid response and keeps the last result', async () => {
  await show()
  const noResponses: (() => Response)[] = [
    () => new Response('<!doctype html>', { status: 404 }),
    () => new Response('<!doctype html>'),
    () => Response.json({ code: 'SERVICE_UNAVAILABLE' }, { status: 503 }),
    () => Response.json({}),
    () => Response.json(null),
    () => Response.error(),
  ]
  for (response of noResponses) await pass(5 * minute)
  expect(asked).toHaveLength(noResponses.length)
  expect(isTold(offer)).toBe(false)
  response = news
  await pass(5 * minute)
  expect(isTold(offer)).toBe(true)
  for (response of noResponses) await pass(5 * minute)
  expect(isTold(offer)).toBe(true)
  response = nothing
  await pass(5 * minute)
  expect(isTold(offer)).toBe(false)
})

function Form() {
  const form = useForm({ initial: { name: '' }, submit: async () => null })
  return (
    <form className="kit-form" onSubmit={form.onSubmit}>
      <TextInput label="name" {...form.field('name')} />
    </form>
  )
}
const Upload = () => {
  useUnsavedChanges(true)
  return null
}
const type = (label: string, text: string) =>
  act(async () => void fireEvent.input(screen.getByLabelText(label), { target: { value: text } }))

test.each([
  ['a form of kit', <Form key="it" />, () => type('name', 'Ada')],
  ['a field of the page', <textarea key="it" aria-label="own" />, () => type('own', 'Ada')],
  ['an upload', <Upload key="it" />, async () => {}],
  ['an open dialog', <dialog key="it" open />, async () => {}],
])('offers no reload and does not reload over %s, however long it takes', async (_, element, act_) => {
  await show(lock, element)
  await act_()
  response = news
  await pass(10 * minute)
  expect(isTold(offer)).toBe(false)
  response = required
  await pass(10 * minute)
  await hide(true)
  await pass(10 * minute)
  await hide(false)
  const { textContent } = screen.getByRole('status')
  expect(textContent).toBe(
    'An important update is ready. This page updates automatically once you save or discard your changes.',
  )
  expect(reload).not.toHaveBeenCalled()
})

test('ignores input of a page that was left', async () => {
  await show(lock, <textarea aria-label="own" />)
  await type('own', 'Ada')
  onTestFinished(() => history.replaceState(null, '', '/'))
  response = news
  await pass(10 * minute)
  expect(isTold(offer)).toBe(false)
  history.replaceState(null, '', '/elsewhere')
  await pass(2 * minute)
  expect(isTold(offer)).toBe(true)
})

test('does not reload if the server is down, or if the user types during the check', async () => {
  await show(lock, <textarea aria-label="own" />)
  response = required
  await pass(5 * minute)
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  reload.mockClear()
  sessionStorage.clear()
  await pass(minute)
  expect(isTold(demand)).toBe(false)
  online.mockReturnValue(true)
  response = () => Response.error()
  await pass(minute)
  expect(isTold(demand)).toBe(true)
  expect(reload).not.toHaveBeenCalled()
  const { promise, resolve } = Promise.withResolvers<Response>()
  response = () => promise
  await pass(20_000)
  await type('own', 'Ada')
  resolve(Response.json(required))
  await pass(minute)
  expect(reload).not.toHaveBeenCalled()
  await type('own', '')
  response = nothing
  await pass(minute)
  expect(isTold(demand)).toBe(false)
  expect(reload).not.toHaveBeenCalled()
})

test('does not reload automatically without storage', async () => {
  const refuse = () => {
    throw new DOMException('no storage', 'SecurityError')
  }
  const storage = sessionStorage
  onTestFinished(() => void vi.stubGlobal('sessionStorage', storage))
  vi.stubGlobal('sessionStorage', { getItem: () => null, setItem: refuse, clear() {} })
  await show()
  response = required
  await pass(20 * minute)
  expect(isTold(demand)).toBe(true)
  expect(reload).not.toHaveBeenCalled()
})

test('requires a reload when the page is older than the file retention', async () => {
  await show()
  response = news
  vi.setSystemTime(Date.now() + 30 * 24 * 60 * minute)
  await pass(2 * minute)
  expect(isTold(demand)).toBe(true)
})

test('can require a reload without a newer version, for a fallback version that it runs', async () => {
  await show()
  response = { newer: {}, isRequired: true }
  await pass(6 * minute)
  expect(isTold(demand)).toBe(true)
})

test('checks at once after a missing script', async () => {
  await show()
  await pass(minute)
  const script = document.body.appendChild(document.createElement('script'))
  for (let i = 0; i < 3; i += 1) script.dispatchEvent(new Event('error'))
  expect(asked).toHaveLength(1)
  dispatchEvent(new ErrorEvent('error'))
  document.body.dispatchEvent(new Event('error'))
  await pass(minute)
  dispatchEvent(new ErrorEvent('error'))
  expect(asked).toHaveLength(1)
  script.remove()
})
