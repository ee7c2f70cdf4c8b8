import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import kit from 'kit/package.json' with { type: 'json' }
import { makeVersion } from 'registry/testing/make-version.ts'
import { startShell } from 'shell/testing/start-shell'
import { runCommand } from './testing/site.ts'

// Follows docs/vite-app.md with an app as `npm create vite` and react-router's guide make it.

const root = resolve(import.meta.dirname, '..')

const app = {
  'src/main.tsx': `import { createRoot } from 'react-dom/client'
import { createBrowserRouter, RouterProvider } from 'react-router'
import { Layout } from './layout.tsx'
import { TodoList } from './todo-list.tsx'
import './index.css'
const router = createBrowserRouter([{ path: '/', Component: Layout, children: [{ index: true, Component: TodoList }] }])
createRoot(document.getElementById('root')!).render(<RouterProvider router={router} />)
`,
  'src/index.css': 'body { margin: 0 }\n',
  'src/layout.tsx': `import { createContext } from 'react'
import { NavLink, Outlet, useNavigation } from 'react-router-dom'
import logo from './logo.png'
import styles from './layout.module.css'
export const Api = createContext('')
export function Layout() {
  return (
    <Api value={import.meta.env.VITE_API}>
      <nav className={styles.nav}><img src={logo} alt="" /><NavLink className={styles.link} to="/todos">{useNavigation().state === 'idle' && 'All'}</NavLink></nav>
      <Outlet />
    </Api>
  )
}
`,
  'src/layout.module.css': ".nav { display: flex; gap: 1rem }\n.link[aria-current='page'] { color: red }\n",
  'src/logo.png': 'no picture',
  'src/todo-list.tsx': `import { use, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { Api } from './layout.tsx'
export function TodoList() {
  const [search] = useSearchParams()
  const [todos] = useState(['one', 'two'])
  return <ul title={use(Api) + search}>{todos.map((id) => <li key={id}><Link to={id}>{id}</Link></li>)}</ul>
}
`,
  'src/todo.tsx': `import { useParams } from 'react-router'
export function Todo() { return <p>This is {useParams()['id']}</p> }
`,
}

const screen = `import { renderPage, screen } from 'kit/testing/page'
import { expect, test } from 'vitest'
import { remote } from './remote.tsx'
test('opens a todo', async () => {
  const { user } = await renderPage(remote.routes, '/todos')
  expect(screen.getByRole('list').title).toBe('/api/mf-todos')
  expect(screen.getByRole('link', { name: 'All' }).getAttribute('aria-current')).toBe('page')
  await user.click(screen.getByRole('link', { name: 'two' }))
  await screen.findByText('This is two')
})
`

test('turns a Vite app with a router into a remote that can go live', async () => {
  const doc = await readFile(join(root, 'docs/vite-app.md'), 'utf8')
  const shell = await startShell()
  onTestFinished(() => shell.stop())
  const origin = await shell.app.listen({ port: 0, host: '127.0.0.1' })
  const modules = ['kit', 'kit/graphql', 'react', 'react-dom', 'react/jsx-runtime']
  const uses = Object.fromEntries(modules.map((module) => [module, ['*']]))
  await shell.send(
    makeVersion({ name: 'shell', version: '2.0.0', kit: kit.version, uses, files: { 'index.html': '{{lock}}' } }),
  )
  // Inside this repository, for its packages.
  await mkdir(join(root, '.cache'), { recursive: true })
  const place = await mkdtemp(join(root, '.cache', 'vite-app-'))
  onTestFinished(() => rm(place, { recursive: true }))
  for (const [path, content] of Object.entries(app)) {
    const file = join(place, 'todo-app', path)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, content)
  }
  const remote = join(place, 'mf-todos')
  const run = async (script: string, cwd = remote) => {
    const functions = `npx() { shift; node '${root}/packages/remote-tools/src/command/main.ts' "$@"; }; export PRODUCT=${origin}`
    const env = { NODE_ENV: undefined, VITEST: undefined, TEST: undefined, DATA_DIR: place, HOME: place }
    const { ended, output } = runCommand(['bash', '-euo', 'pipefail', '-c', `${functions}\n${script}`], env, cwd)
    expect(await ended, `${script}\n${output()}`).toBe(0)
    return output()
  }
  await run('npx remote new mf-todos --to "$PRODUCT"', place)
  await symlink(join(root, 'examples/mf-invoices/node_modules'), join(remote, 'node_modules'))
  await run("sed -i 's#kit/build/#remote-tools/build/#' *.config.js")
  const steps = [...doc.matchAll(/^(?:`(src\/[^`]+)`:\n\n)?```(sh|tsx)\n([^]*?)^```/gm)]
  expect(steps.length).toBe(5)
  let output = ''
  for (const [, file, language, content = ''] of steps)
    if (language === 'sh') output = await run(content)
    else await writeFile(join(remote, file ?? ''), content)
  expect(output).toContain(`mf-todos 1.0.0 can go live at ${origin}.`)
  await writeFile(join(remote, 'src/remote.test.tsx'), screen)
  expect(await run('node_modules/.bin/vitest run')).toMatch(/Tests .*1 passed/)
  // The counter-test: unchanged sources are refused, by name.
  await run(
    `sed -i "s/from 'kit'/from 'react-router'/" src/app/todo.tsx; ! npx remote check --to "$PRODUCT" > refused 2>&1`,
  )
  expect(await readFile(join(remote, 'refused'), 'utf8')).toMatch(/MODULE_BUNDLED|react-router/)
})
