import type { Page } from '@playwright/test'

// Breaks that a second team seeds into its remotes, three of each kind, for
// seeded-breaks.full.spec.ts.

type Act = (page: Page, name: string) => Promise<unknown>

/** A version of a remote that breaks. */
export interface Seed {
  kind: string
  how: string
  /** Overrides files of `remoteFiles`; `NAME` is the name of the remote. */
  files: Record<string, string>
  /** Added to `remote.json`. */
  description?: object
  /** Options of `remote publish`. */
  publish?: string[]
  /** Acts as a visitor; by default opens the broken page. */
  act?: Act
  /** The page must be ended from outside. */
  hangs?: boolean
}

/** A healthy remote: a page, and another one that seeds break. */
export const remoteFiles = {
  'src/remote.tsx': `import { Link, Page } from 'kit'
const Home = () => <Page title="Home"><Link to="/NAME/broken">broken</Link></Page>
export const remote = {
  routes: [
    { path: '/NAME', Component: Home },
    { path: '/NAME/broken', lazy: async () => ({ Component: (await import(/* webpackChunkName: "screen" */ './app/screen.tsx')).Screen }) },
  ],
  loadMessages: async () => ({}),
}`,
  'src/app/screen.tsx': `import { Page } from 'kit'
export const Screen = () => <Page title="Broken">not yet</Page>`,
}

const screen = (body: string) => ({
  'src/app/screen.tsx': `import { Button, Link, Page } from 'kit'
import * as React from 'react'
import { useEffect, useLayoutEffect, useState } from 'react'
const never = new Promise(() => {})
const unknown: any = undefined
${body}`,
})
const drawn = (code: string) => screen(`export function Screen() { ${code}; return <Page title="Broken">drawn</Page> }`)
const clicked = (code: string) =>
  screen(`export const Screen = () => <Page title="Broken"><button onClick={() => { ${code} }}>go</button></Page>`)
const route = (code: string) => ({
  'src/remote.tsx': `${remoteFiles['src/remote.tsx'].replace(/\{ path: '\/NAME\/broken'.*/, `{ path: '/NAME/broken', ${code} },`)}
function Broken() { throw new TypeError('seeded') }`,
})

export const open = (page: Page, name: string) => page.goto(`/${name}/broken`)
const click = async (page: Page, name: string) => {
  await open(page, name)
  await page.getByRole('button', { name: 'go' }).click({ noWaitAfter: true })
}
const leave = async (page: Page, name: string) => {
  await open(page, name)
  await page.getByRole('link', { name: 'leave' }).click()
}
const home = (page: Page) => page.goto('/')
const without =
  (file: string, response: object, act: Act = open) =>
  async (page: Page, name: string) => {
    await page.route(new RegExp(file.replace('NAME', name)), (request) => request.fulfill(response))
    await act(page, name)
  }
const card = { places: { 'start-card': [{ name: 'card', label: { en: 'Card' }, order: 40 }] } }
const withCard = {
  'src/remote.tsx': remoteFiles['src/remote.tsx'].replace(
    'loadMessages',
    `places: { 'start-card': { card: () => { throw new TypeError('seeded') } } },\n  loadMessages`,
  ),
}
const service = "void fetch('/api/NAME/entries')"

export const seeds: Seed[] = [
  { kind: 'throw in render', how: 'a screen', files: drawn("throw new TypeError('seeded')") },
  {
    kind: 'throw in render',
    how: 'after a click',
    files: screen(`function Detail() { throw new TypeError('seeded') }
export function Screen() {
  const [isOpen, setOpen] = useState(false)
  return <Page title="Broken"><button onClick={() => setOpen(true)}>go</button>{isOpen && <Detail />}</Page>
}`),
    act: click,
  },
  { kind: 'throw in render', how: 'a start card', files: withCard, description: card, act: home },

  { kind: 'throw in an effect', how: 'useEffect', files: drawn("useEffect(() => { throw new TypeError('seeded') })") },
  {
    kind: 'throw in an effect',
    how: 'useLayoutEffect',
    files: drawn("useLayoutEffect(() => { throw new TypeError('seeded') })"),
  },
  {
    kind: 'throw in an effect',
    how: 'its end',
    files: screen(`export function Screen() {
  useEffect(() => () => { throw new TypeError('seeded') }, [])
  return <Page title="Broken"><Link to="/NAME">leave</Link></Page>
}`),
    act: leave,
  },

  { kind: 'throw in a handler', how: 'onClick', files: clicked("throw new TypeError('seeded')"), act: click },
  {
    kind: 'throw in a handler',
    how: 'addEventListener',
    files: drawn("useEffect(() => addEventListener('resize', () => { throw new TypeError('seeded') }), [])"),
    act: async (page, name) => {
      await open(page, name)
      await page.getByText('drawn').waitFor()
      await page.setViewportSize({ width: 700, height: 700 })
    },
  },
  {
    kind: 'throw in a handler',
    how: 'a Button of kit',
    files: screen(
      'export const Screen = () => <Page title="Broken"><Button onClick={() => { throw new TypeError(\'seeded\') }}>go</Button></Page>',
    ),
    act: click,
  },

  {
    kind: 'rejected promise',
    how: 'async handler',
    files: clicked("void (async () => { await null; throw new TypeError('seeded') })()"),
    act: click,
  },
  {
    kind: 'rejected promise',
    how: 'then',
    files: drawn("useEffect(() => void fetch('/live').then(() => unknown.length), [])"),
  },
  {
    kind: 'rejected promise',
    how: 'no JSON',
    files: drawn("useEffect(() => void fetch('/').then(async (response) => (await response.json()).x), [])"),
  },

  ...(['setTimeout', 'setInterval', 'requestAnimationFrame'] as const).map((timer) => ({
    kind: 'throw in a timer',
    how: timer,
    files: drawn(`useEffect(() => void ${timer}(() => { throw new TypeError('seeded') }), [])`),
  })),

  {
    kind: 'invalid element',
    how: 'an object',
    files: screen('export const Screen = () => <Page title="Broken">{{ what: 1 } as any}</Page>'),
  },
  {
    kind: 'invalid element',
    how: 'no component',
    files: screen('export const Screen = () => React.createElement(unknown)'),
  },
  {
    kind: 'invalid element',
    how: 'a symbol to kit',
    files: screen("export const Screen = () => <Page title={Symbol('seeded') as any}>x</Page>"),
  },

  { kind: 'endless loop when drawn', how: 'while', files: drawn('while (performance.now() > 0) {}'), hangs: true },
  {
    kind: 'endless loop when drawn',
    how: 'state in render',
    files: drawn('const [n, setN] = useState(0); setN(n + 1)'),
  },
  {
    kind: 'endless loop when drawn',
    how: 'state in an effect',
    files: drawn('const [n, setN] = useState(0); useLayoutEffect(() => setN(n + 1))'),
  },

  {
    kind: 'endless loop later',
    how: 'at load',
    files: { 'src/remote.tsx': `${remoteFiles['src/remote.tsx']}\nwhile (performance.now() > 0) {}` },
    hangs: true,
  },
  {
    kind: 'endless loop later',
    how: 'on click',
    files: clicked('while (performance.now() > 0) {}'),
    act: click,
    hangs: true,
  },
  {
    kind: 'endless loop later',
    how: 'in a timer',
    files: drawn('useEffect(() => void setTimeout(() => { while (performance.now() > 0) {} }, 500), [])'),
    hangs: true,
  },

  { kind: 'suspends for ever', how: 'throw', files: drawn('throw never') },
  { kind: 'suspends for ever', how: 'use', files: drawn('React.use(never)') },
  { kind: 'suspends for ever', how: 'lazy', files: route('lazy: () => new Promise(() => {})') },

  {
    kind: 'loader fails',
    how: 'loader',
    files: route("loader: async () => { throw new TypeError('seeded') }, Component: Home"),
  },
  { kind: 'loader fails', how: 'lazy', files: route("lazy: async () => { throw new TypeError('seeded') }") },
  { kind: 'loader fails', how: 'own boundary', files: route("Component: Broken, ErrorBoundary: () => 'own'") },

  {
    kind: 'file is missing',
    how: 'screen',
    files: {},
    act: without('remotes/NAME/.*/screen[.]', { status: 404, body: '' }),
  },
  {
    kind: 'file is missing',
    how: 'container',
    files: {},
    act: without('remotes/NAME/.*remoteEntry', { status: 404, body: '' }),
  },
  {
    kind: 'file is missing',
    how: 'other content',
    files: {},
    act: without('remotes/NAME/.*/screen[.]', { body: '0' }),
  },

  { kind: 'service fails', how: '500', files: clicked(service), act: without('/api/NAME', { status: 500 }, click) },
  { kind: 'service fails', how: '503', files: clicked(service), act: without('/api/NAME', { status: 503 }, click) },
  { kind: 'service fails', how: 'is not registered', files: clicked(service), act: click },

  {
    kind: 'blocked by the policy',
    how: 'fetch',
    files: clicked("void fetch('https://blocked.example.com/')"),
    act: click,
  },
  { kind: 'blocked by the policy', how: 'new Function', files: clicked("new Function('return 1')()"), act: click },
  {
    kind: 'blocked by the policy',
    how: 'picture',
    files: screen(
      'export const Screen = () => <Page title="Broken"><img alt="x" src="https://blocked.example.com/x.png" /></Page>',
    ),
  },

  {
    kind: 'browser storage',
    how: 'full',
    files: clicked("localStorage.setItem('large', 'x'.repeat(20_000_000))"),
    act: click,
  },
  {
    kind: 'browser storage',
    how: 'malformed',
    files: clicked("JSON.parse(localStorage.getItem('none') ?? '{')"),
    act: click,
  },
  {
    kind: 'browser storage',
    how: 'missing',
    files: clicked("(sessionStorage.getItem('none') as any).length"),
    act: click,
  },

  {
    kind: 'no Error',
    how: 'text in a timer',
    files: drawn("useEffect(() => void setTimeout(() => { throw 'seeded' }), [])"),
  },
  { kind: 'no Error', how: 'rejected object', files: clicked("void Promise.reject({ code: 'seeded' })"), act: click },
  { kind: 'no Error', how: 'rejected undefined', files: clicked('void Promise.reject(undefined)'), act: click },

  {
    kind: 'changes a global',
    how: 'fetch',
    files: drawn("useEffect(() => void (window.fetch = async () => { throw new TypeError('seeded') }), [])"),
  },
  {
    kind: 'changes a global',
    how: 'Array.prototype',
    files: drawn("useEffect(() => void ((Array.prototype as any).extra = 'seeded'), [])"),
  },
  {
    kind: 'changes a global',
    how: 'body',
    files: drawn("useEffect(() => void (document.body.style.display = 'none'), [])"),
  },

  { kind: 'left behind', how: 'interval', files: drawn('useEffect(() => void setInterval(() => {}, 10), [])') },
  {
    kind: 'left behind',
    how: 'element',
    files: drawn("useEffect(() => void document.body.append(document.createElement('div')), [])"),
  },
  { kind: 'left behind', how: 'listener', files: drawn("useEffect(() => addEventListener('click', () => {}), [])") },

  {
    kind: 'styles',
    how: 'body',
    files: {
      'src/app/x.css': 'body { display: none }',
      ...screen('import \'./x.css\'\nexport const Screen = () => <Page title="Broken">x</Page>'),
    },
  },
  {
    kind: 'styles',
    how: '@import',
    files: {
      'src/app/x.css': "@import 'https://blocked.example.com/x.css';",
      ...screen('import \'./x.css\'\nexport const Screen = () => <Page title="Broken">x</Page>'),
    },
  },
  {
    kind: 'styles',
    how: 'innerHTML',
    files: drawn(
      "useEffect(() => void (document.body.insertAdjacentElement('beforeend', document.createElement('div'))!.innerHTML = '<style>*{display:none}</style>'), [])",
    ),
  },

  { kind: 'manifest', how: 'typo', files: {}, description: { navigations: [] } },
  {
    kind: 'manifest',
    how: 'path of another team',
    files: {},
    description: { routes: [{ path: '/account/mine', access: 'user' }] },
  },
  { kind: 'manifest', how: 'needs kit 3', files: {}, description: { needs: { kit: '^3' } } },

  { kind: 'release', how: 'lower number', files: {}, publish: ['--version', '0.9.0'] },
  {
    kind: 'release',
    how: 'same number, other content',
    files: drawn(''),
    publish: ['--version', '1.0.0'],
  },
  {
    kind: 'release',
    how: 'first load of a megabyte',
    files: {
      'src/remote.tsx': `${remoteFiles['src/remote.tsx']}\nexport const large = LARGE`,
    },
  },
]
