// @vitest-environment node
import { expect, test } from 'vitest'
import { buildRemote } from '../testing/build-remote.ts'

const remote = (routes: string, before = '') => `
  import { Link } from 'kit'
  ${before}
  const page = (load) => async () => ({ Component: (await load()).Screen })
  export const remote = { routes: ${routes}, loadMessages: async () => ({}) }`

const screens = {
  'src/layout.tsx': `import { useQuery } from 'kit/graphql'\nexport const Screen = () => useQuery('layout')`,
  'src/list.tsx': `import './list.css'\nexport const Screen = () => 'this is the list'`,
  'src/list.css': '[data-remote="mf-one"] p { color: red }',
  'src/one.tsx': `import { Text } from 'kit'\nexport const Screen = () => <Text>this is one</Text>`,
}

test('lists the files and shared modules that each page loads', async () => {
  const routes = `[{ path: '/one', lazy: page(() => import('./layout.tsx')), children: [
    { index: true, lazy: page(() => import('./list.tsx')) },
    { path: 'new', Component: Link },
    { path: ':id', lazy: page(() => import('./one.tsx')) },
    { path: 'more/*', lazy: page(() => import('./one.tsx')) },
  ] }, { path: '/two', Component: Link }]`
  const { document, files } = await buildRemote({ ...screens, 'src/remote.tsx': remote(routes) })
  const textOf = (path: string) => String(files.get(document.files[path]?.integrity ?? ''))
  const found = Object.fromEntries(
    Object.entries(document.screens).map(([pattern, screen]) => [
      pattern,
      {
        shared: screen.shared,
        // Scripts and styles of a chunk are sorted by hash.
        texts: screen.files.map((file) => /layout|this is \w+ ?\w+|color: ?red/.exec(textOf(file))?.[0]).toSorted(),
      },
    ]),
  )
  expect(found).toEqual({
    '/one': { shared: ['kit/graphql'], texts: ['color:red', 'layout', 'this is the list'] },
    '/one/new': { shared: ['kit/graphql'], texts: ['layout'] },
    '/one/:id': { shared: ['kit/graphql'], texts: ['layout', 'this is one'] },
  })
})

test('builds a module that cannot run without a page, without its screens', async () => {
  const before = `document.body.append(new Text('x')); if (!('serviceWorker' in navigator)) throw new Error('needs a page')`
  const routes = `[{ path: '/one', lazy: page(() => import('./one.tsx')) }]`
  const { document } = await buildRemote({ ...screens, 'src/remote.tsx': remote(routes, before) })
  expect(document.screens).toEqual({})
})

test('lists the files of pages beside one that waits for ever, or rejects in the background', async () => {
  const before = `void Promise.reject(new Error('later')); const wait = new Promise(() => {})`
  const routes = `[{ path: '/one', lazy: () => wait }, { path: '/two', lazy: page(() => import('./one.tsx')) }]`
  const { document } = await buildRemote({ ...screens, 'src/remote.tsx': remote(routes, before) })
  expect(Object.keys(document.screens)).toEqual(['/two'])
})

const loops: [string, string, string][] = [
  ['a lazy part, after it has waited,', 'const spin = async () => { await null; for (;;); }', 'spin()'],
  ['the module', 'for (;;);', 'import("./one.tsx")'],
  ['a lazy part', '', '{ for (;;); }'],
  ['a lazy part that only waits', 'const spin = async () => { for (;;) await null }', 'spin()'],
]
// Each takes five seconds of a core.
test.concurrent.each(process.env['TEST_FULL'] ? loops : loops.slice(0, 1))(
  'fails when %s never returns',
  async (_, before, load) => {
    const source = remote(`[{ path: '/one', lazy: () => ${load} }]`, before)
    await expect(buildRemote({ ...screens, 'src/remote.tsx': source })).rejects.toThrow('Look for an endless loop')
  },
)

test('merges the module into the hashed file of the container', async () => {
  const { document, files } = await buildRemote({
    ...screens,
    'src/remote.tsx': remote(`[{ path: '/one', lazy: page(() => import('./one.tsx')), id: 'this is the module' }]`),
  })
  const scripts = Object.keys(document.files).filter((path) => path.endsWith('.js') && !path.includes('locale'))
  const withModule = scripts.filter((path) =>
    String(files.get(document.files[path]?.integrity ?? '')).includes('this is the module'),
  )
  expect(withModule).toEqual([document.entry])
  expect(document.scripts).toEqual([])
  expect(scripts.length).toBe(2)
})
