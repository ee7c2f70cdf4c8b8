// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import type { Build } from '../build/version-document.ts'
import { sources } from '../testing/base-remote.ts'
import { buildRemote } from '../testing/build-remote.ts'
import { runRemote } from './run-remote.ts'

// Small limits, and processes that get little or no time of a processor (needs /proc).

const limits = { loadMs: 1000, drawMs: 300, waitMs: 200 }

let valid: Build
beforeAll(async () => {
  valid = await buildRemote(sources)
})

/** A remote with a route that is drawn at last. */
const remoteWith = (parts: string, route: string, load = '({})') =>
  buildRemote({
    'src/remote.tsx': `
      const Fine = () => 'fine'
      ${parts}
      export const remote = {
        routes: [{ path: '/one/fine', Component: Fine }, { path: '/one', ${route} }],
        loadMessages: async () => ${load},
      }`,
  })

/** Stops processes that run remotes, and lets them run for `runMs` each time, until the test ends. */
function starve(runMs: number, stopMs = 45): void {
  const end = new AbortController()
  onTestFinished(() => end.abort())
  const halt = async (): Promise<void> => {
    const runs = findRuns()
    const signal = (name: 'SIGSTOP' | 'SIGCONT') => runs.every((pid) => process.kill(pid, name))
    signal('SIGSTOP')
    await setTimeout(stopMs)
    if (runMs > 0) signal('SIGCONT')
    await setTimeout(runMs)
  }
  void (async () => {
    // A process may end in between.
    while (!end.signal.aborted) await halt().catch(() => {})
  })()
}

const findRuns = (): number[] =>
  readdirSync('/proc')
    .map(Number)
    .filter((pid) => {
      try {
        const [command, stat] = ['cmdline', 'stat'].map((file) => readFileSync(`/proc/${pid}/${file}`, 'utf8'))
        return command?.includes('run-in-dom.ts') && stat?.split(') ')[1]?.split(' ')[1] === String(process.pid)
      } catch {
        return false
      }
    })

test('accepts a valid remote that gets a tenth of a processor', async () => {
  starve(5)
  const started = performance.now()
  expect(await runRemote(valid, limits)).toMatchObject({
    violations: [],
    failing: [],
    routes: expect.arrayContaining(['/one']),
  })
  expect(performance.now() - started).toBeGreaterThan(limits.loadMs)
})

test('says that the machine is busy if a remote gets no processor', async () => {
  starve(0)
  await expect(runRemote(valid, limits, 1000)).rejects.toThrow(
    'This machine is too busy: within 1 seconds it gave a process that runs the remote too little processor time.',
  )
})

const loop = 'does not finish within'
test.for([
  [
    'a module that loops',
    'for (;;);',
    'Component: Fine',
    '({})',
    `${loop} 1 seconds of processor time when its module runs`,
  ],
  [
    'a lazy screen that loops',
    '',
    'lazy: async () => { for (;;); }',
    '({})',
    `${loop} 1 seconds of processor time when its module runs`,
  ],
  [
    'texts that never come',
    '',
    'Component: Fine',
    'new Promise(() => {})',
    'loadMessages("en") did not load within 0.2 seconds',
  ],
])('refuses %s', async ([, parts = '', route = '', load = '', message]) => {
  // The build would find these itself.
  const build = await remoteWith(
    parts === '' ? '' : `if ('customElements' in self) ${parts}`,
    route.replace('for', `if ('customElements' in self) for`),
    load,
  )
  const { violations } = await runRemote(build, limits)
  expect(violations).toEqual([expect.stringContaining(message ?? '')])
})

test('names a screen that loops, and one that never loads', async () => {
  const parts = `const never = { path: '/one/never', lazy: () => new Promise(() => {}) }`
  const { violations, failing } = await runRemote(
    await remoteWith(parts, 'Component: () => { for (;;); } }, { ...never'),
    limits,
  )
  expect(violations).toEqual([])
  expect(failing).toEqual([
    'The screen at /one/never could not be loaded outside of a browser: The screen at /one/never did not load within 0.2 seconds',
    expect.stringContaining(`The screen at /one ${loop} 0.3 seconds of processor time when it is drawn`),
  ])
})

test('names a screen that loops after it has waited', async () => {
  const route = `Component: () => { Promise.resolve().then(() => { for (;;); }); return 'one' }`
  const { violations, failing } = await runRemote(await remoteWith('', route), limits)
  expect(violations).toEqual([])
  expect(failing).toEqual([expect.stringContaining(`The screen at /one ${loop} 0.3 seconds`)])
})

test('refuses a loop on a busy machine, too', async () => {
  starve(15)
  const { failing } = await runRemote(await remoteWith('', 'Component: () => { for (;;); }'), limits)
  expect(failing).toEqual([expect.stringContaining(`The screen at /one ${loop}`)])
})
