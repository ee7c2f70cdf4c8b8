import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import kit from 'kit/package.json' with { type: 'json' }
import { makeVersion } from 'registry/testing/make-version.ts'
import { startShell } from 'shell/testing/start-shell'
import { runCommand } from './testing/site.ts'

// Runs the commands of the workflow that `remote new --ci github` writes, as GitHub does, against a
// real registry. Packages of this repository stand in for `npm ci` (sdk.full.test.ts installs). No
// browser starts: the invoices' journeys use `remote test`.

const root = resolve(import.meta.dirname, '..')
const command = `node '${root}/packages/remote-tools/src/command/main.ts'`

const environment = z.record(z.string(), z.string()).default({})
const workflowSchema = z.object({
  env: environment,
  jobs: z.record(
    z.string(),
    z.object({
      if: z.string(),
      steps: z.array(
        z
          .object({ uses: z.string(), with: z.unknown() })
          .partial()
          .extend({ if: z.string().optional(), run: z.string().optional(), env: environment }),
      ),
    }),
  ),
})

interface Event {
  name: 'pull_request' | 'push' | 'workflow_dispatch'
  /** The number of the pull request. */
  number?: number
  isFork?: boolean
  /** Whether the repository names a product for journeys. */
  hasTestProduct?: boolean
  /** The exit code of `remote test`. */
  journeys?: number
  version?: string
  /** `GITHUB_RUN_NUMBER`: the same when a run is repeated. */
  run: number
}

/** The conditions of the file; another one fails the test. */
const conditions: Record<string, (event: Event) => boolean> = {
  "github.event_name != 'workflow_dispatch'": ({ name }) => name !== 'workflow_dispatch',
  "github.event_name == 'workflow_dispatch'": ({ name }) => name === 'workflow_dispatch',
  "github.event_name == 'push'": ({ name }) => name === 'push',
  "github.event_name == 'pull_request' && !github.event.pull_request.head.repo.fork": ({ name, isFork }) =>
    name === 'pull_request' && !isFork,
  'vars.TEST_PRODUCT': ({ hasTestProduct = false }) => hasTestProduct,
  'vars.TEST_PRODUCT && !github.event.pull_request.head.repo.fork': ({ hasTestProduct = false, isFork = false }) =>
    hasTestProduct && !isFork,
}

const must = <T>(value: T | undefined, what: string): T => {
  if (value === undefined) throw new Error(`the test does not know ${what}`)
  return value
}

test('checks, publishes and promotes with the workflow of remote new --ci github, as often as it runs', async () => {
  const shell = await startShell()
  onTestFinished(() => shell.stop())
  const origin = await shell.app.listen({ port: 0, host: '127.0.0.1' })
  const modules = ['kit', 'kit/graphql', 'react', 'react-dom', 'react/jsx-runtime']
  const uses = Object.fromEntries(modules.map((module) => [module, ['*']]))
  const files = { 'index.html': '{{lock}}' }
  await shell.send(makeVersion({ name: 'shell', version: '2.0.0', kit: kit.version, uses, files }))
  const ask = async (path: string, body?: object): Promise<unknown> => {
    const operator = (await readFile(join(shell.folder, 'operator-token'), 'utf8')).trim()
    const headers = { authorization: `Bearer ${operator}`, 'content-type': 'application/json' }
    return (await fetch(origin + path, { headers, ...(body && { method: 'POST', body: JSON.stringify(body) }) })).json()
  }
  const { token } = z.object({ token: z.string() }).parse(await ask('/registry/tokens', { name: 'mf-bills' }))

  // Inside this repository, for its packages.
  await mkdir(join(root, '.cache'), { recursive: true })
  const place = await mkdtemp(join(root, '.cache', 'workflow-'))
  onTestFinished(() => rm(place, { recursive: true }))
  const folder = join(place, 'mf-bills')
  const bash = async (script: string, env: NodeJS.ProcessEnv, cwd = folder) => {
    const outside = { NODE_ENV: undefined, VITEST: undefined, TEST: undefined, DATA_DIR: place, HOME: place }
    const run = runCommand(['bash', '-e', '-o', 'pipefail', '-c', script], { ...outside, ...env }, cwd)
    return { code: await run.ended, output: run.output() }
  }
  expect(await bash(`${command} new mf-bills --ci github --to ${origin}`, {}, place)).toMatchObject({ code: 0 })
  await symlink(join(root, 'examples/mf-invoices/node_modules'), join(folder, 'node_modules'))
  await bash("sed -i 's#kit/build/#remote-tools/build/#' *.config.js", {})
  const key = await readFile(join(folder, '.remote/key.pem'), 'utf8')
  // A checkout has no key.
  await rm(join(folder, '.remote'), { recursive: true })
  const workflow = workflowSchema.parse(parse(await readFile(join(folder, '.github/workflows/remote.yml'), 'utf8')))

  /** Returns the output. Fails as the job does. */
  const runWorkflow = async (event: Event): Promise<string> => {
    const secrets = event.isFork ? { token: '', key: '' } : { token, key }
    const values: Record<string, string> = {
      'vars.PRODUCT': '', // unset
      'secrets.REMOTE_TOKEN': secrets.token,
      'secrets.REMOTE_KEY': secrets.key,
      'vars.TEST_PRODUCT': origin,
      'secrets.TEST_TOKEN': token,
      'github.event.number': `${event.number ?? ''}`,
      'inputs.version': event.version ?? '',
    }
    const filled = (env: Record<string, string>) =>
      Object.fromEntries(
        Object.entries(env).map(([name, text]) => [
          name,
          text.replaceAll(/\$\{\{ (.*?) \}\}/g, (_, value: string) => must(values[value], value)),
        ]),
      )
    const holds = (condition: string | undefined) =>
      condition === undefined || must(conditions[condition], condition)(event)
    const shared = join(place, 'github-env')
    const summary = join(place, 'github-summary')
    await writeFile(shared, '')
    const steps = Object.values(workflow.jobs).flatMap((job) => (holds(job.if) ? job.steps : []))
    let output = ''
    for (const { run: script, env, ...step } of steps) {
      if (script === undefined || !holds(step.if)) continue
      const lines = (await readFile(shared, 'utf8'))
        .trim()
        .split('\n')
        .map((line) => line.split('='))
      const all = { ...filled(workflow.env), ...Object.fromEntries(lines), ...filled(env) }
      const functions = `npx() {
          case "$*" in
            '--no -- playwright install '*) ;;
            '--no -- remote test '*) echo "$*"; return ${event.journeys ?? 0} ;;
            '--no -- remote '*) shift 3; ${command} "$@" ;;
            *) return 1 ;;
          esac
        }
        npm() { [ "$1" = ci ] || [ "$1" = test ]; }`
      const github = { CI: 'true', GITHUB_RUN_NUMBER: `${event.run}`, GITHUB_ENV: shared, GITHUB_STEP_SUMMARY: summary }
      const ran = await bash(`${functions}\n${script}`, { ...all, ...github })
      output += ran.output
      expect(ran.code, `${script}\n${ran.output}`).toBe(0)
    }
    return output
  }
  const channels = async () => {
    const released = z.object({ channels: z.array(z.object({ channel: z.string(), version: z.string() })) })
    const { channels: found } = released.parse(await ask('/registry/remotes/mf-bills'))
    return Object.fromEntries(found.map(({ channel, version }) => [channel, version]))
  }

  // The same commit twice, as when a run follows one that failed later.
  expect(await runWorkflow({ name: 'push', run: 2 })).toContain('mf-bills 1.0.2 is published')
  expect(await runWorkflow({ name: 'push', run: 3 })).toContain('mf-bills 1.0.3 is published')
  expect(await channels()).toEqual({ next: '1.0.3' })
  await runWorkflow({ name: 'workflow_dispatch', version: '1.0.3', run: 4 })
  expect(await channels()).toEqual({ next: '1.0.3', stable: '1.0.3' })
  // Each takes a few seconds of a processor.
  if (!process.env['TEST_FULL']) return
  // "Re-run all jobs" repeats the number.
  expect(await runWorkflow({ name: 'push', run: 3 })).toContain('was already published with this content')
  const proposed = await runWorkflow({ name: 'pull_request', number: 7, hasTestProduct: true, run: 5 })
  expect(proposed).toContain('It is on pr-7')
  expect(await readFile(join(place, 'github-summary'), 'utf8')).toContain('It shows what pr-7 of mf-bills has')
  expect(await channels()).toMatchObject({ 'pr-5': '1.0.5-test', 'pr-7': '1.0.5-pr' })
  expect(proposed).toContain('remote test --channel pr-5')
  const red = runWorkflow({ name: 'push', hasTestProduct: true, journeys: 1, run: 6 })
  await expect(red).rejects.toThrow('remote test --channel pr-6')
  expect(await channels()).toMatchObject({ next: '1.0.3' })
  for (const version of ['1.0.6', '1.0.5-pr'])
    await expect(runWorkflow({ name: 'workflow_dispatch', version, run: 7 })).rejects.toThrow('VERSION_NOT_FOUND')
  await runWorkflow({ name: 'push', hasTestProduct: true, run: 8 })
  // One registry is both products here.
  await runWorkflow({ name: 'workflow_dispatch', hasTestProduct: true, version: '1.0.8', run: 9 })
  expect(await channels()).toMatchObject({ next: '1.0.8', stable: '1.0.8-test' })
  // A stranger's pull request is checked, without secrets.
  const before = await channels()
  const checked = await runWorkflow({ name: 'pull_request', number: 8, isFork: true, hasTestProduct: true, run: 10 })
  expect(checked).toContain('mf-bills 1.0.0 can go live')
  expect(await channels()).toEqual(before)
})
