import { expect, test } from 'vitest'
import { ownerOf } from './attribution.ts'
import type { LockedRemote } from 'contract/version-lock.ts'

const here = 'https://accounts.example.com'
const cdn = 'https://cdn.example.com'
const preview = (name: string, id: string): LockedRemote => ({
  name,
  version: '3.0.0',
  container: 'mf_remote__1',
  entry: `/registry/previews/${id}/files/assets/entry.js`,
  integrity: 'sha384-',
  routes: [],
  navigation: [],
  needs: {},
})
const lock = { remotes: [preview('mf-tried', 'b7f2'), preview('mf-other', 'b7f')] }

const invoices = `${here}/remotes/mf-invoices/1.0.0-8ad39ef597/assets/remote.1b2c.js:3:1591`
const notes = `${here}/remotes/mf-notes/2.0.0+ci.7/assets/12.1b2c.js:1:1`

interface More {
  message?: string
  cause?: unknown
  errors?: unknown[]
}

function blamed(stack: string, { message = 'it broke', ...more }: More = {}): string | null {
  const error = Object.assign(new Error(message), { stack, ...more })
  const owner = ownerOf(error, '', lock, [here, cdn])
  return owner && `${owner.remote}@${owner.version}`
}
const chromium = (...frames: string[]) => ['TypeError: it broke', ...frames.map((each) => `    at ${each}`)].join('\n')

test('blames the innermost code, in each browser and however it was reached', () => {
  for (const stack of [
    chromium(`f (${invoices})`, `g (${notes})`),
    chromium(`JSON.parse (<anonymous>)`, `async Promise.all (index 1)`, `async ${invoices}`),
    chromium(`new t (${invoices})`),
    chromium(`Object.a [as b] (${invoices})`),
    chromium(`async handler of React (${invoices.replace('.js:', '.js?attempt=2:')})`),
    `f@${invoices}\nasync*g@${notes}\n`,
    `@${invoices}\n[native code]\n`,
    `f@[native code]\nh@${invoices}`,
    `promise callback*f@${invoices}\n`,
  ])
    expect(blamed(stack), stack).toBe('mf-invoices@1.0.0-8ad39ef597')
  expect(blamed(chromium(notes))).toBe('mf-notes@2.0.0+ci.7')
  expect(blamed(chromium(notes.replace(here, cdn))), 'from ASSETS_ORIGIN').toBe('mf-notes@2.0.0+ci.7')
})

test('blames the caller for errors thrown by kit or React', () => {
  const frames = [`X (${here}/assets/kit.3ff644be.js:2:1)`, `${here}/assets/37.0aa7b4a6.js:1:7`]
  expect(blamed(chromium(...frames, `f (${invoices})`))).toBe('mf-invoices@1.0.0-8ad39ef597')
  expect(blamed(chromium(...frames, `Z (${here}/assets/react.959dc01c.js:2:1)`)), 'nobody else is there').toBeNull()
})

test('blames no remote for the shell, extensions and other sites, no matter who called them', () => {
  for (const file of [
    `${here}/assets/shell.27686.js:1:1`,
    `${here}/account?redirectTo=/remotes/mf-invoices/1.0.0/:1:1`,
    'chrome-extension://aapocclcgogkmnckokdopfmhonfmgoek/remotes/mf-invoices/1.0.0/content.js:1:1',
    'moz-extension://0f1a/remotes/mf-invoices/1.0.0/content.js:1:1',
    `https://evil.example.com/remotes/mf-invoices/1.0.0/assets/remote.js:1:1`,
    `blob:${here}/0f1a:1:1`,
    `${here}/registry/previews/unknown/files/assets/remote.js:1:1`,
    `${here}/remotes/%E0%A4%A/1.0.0/assets/remote.js:1:1`,
  ]) {
    expect(blamed(chromium(`f (${file})`, `g (${invoices})`)), file).toBeNull()
    expect(blamed(`f@${file}\ng@${invoices}`), file).toBeNull()
  }
})

test('names a preview build by its entry in the version lock', () => {
  expect(blamed(chromium(`f (${here}/registry/previews/b7f2/files/assets/remote.js:1:1)`))).toBe('mf-tried@3.0.0')
  expect(blamed(chromium(`f (${here}/registry/previews/b7f/files/assets/remote.js:1:1)`))).toBe('mf-other@3.0.0')
})

test('ignores remotes that are only named in the message', () => {
  for (const message of [invoices, `at f (${invoices})`, `first\n    at f (${invoices})\n    at g (${invoices})`]) {
    expect(blamed(`Error: ${message}\n    at h (${notes})`, { message })).toBe('mf-notes@2.0.0+ci.7')
    expect(blamed(`Error: ${message}\n    at h (${here}/assets/shell.1.js:1:1)`, { message })).toBeNull()
    expect(blamed(`Error: ${message}`, { message })).toBeNull()
  }
})

test('uses aggregated errors, causes and the file if an error has no stack', () => {
  const cause = Object.assign(new Error('why'), { stack: chromium(`f (${invoices})`) })
  const owner = 'mf-invoices@1.0.0-8ad39ef597'
  expect(blamed('AggregateError: it broke', { errors: [cause] })).toBe(owner)
  expect(blamed(chromium(`f (${here}/assets/kit.3ff644be.js:2:1)`), { cause })).toBe(owner)
  expect(blamed(chromium(`f (${here}/assets/shell.1.js:2:1)`), { cause }), 'the shell has thrown it').toBeNull()
  expect(ownerOf('a text', invoices.replace(/:3:1591$/, ''), lock, [here])?.remote).toBe('mf-invoices')
  for (const thrown of ['a text', undefined, null, 7, Symbol('s'), {}, { stack: 7 }, Object.create(null)])
    expect(ownerOf(thrown, '', lock, [here])).toBeNull()
  const endless: { cause?: unknown } = new Error('it broke')
  endless.cause = endless
  expect(ownerOf(endless, '', lock, [here])).toBeNull()
})
