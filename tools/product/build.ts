import { createHash, type Hash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, readlink, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { codeOf } from 'database/unavailable.ts'
import { findRemoteProblems } from 'remote-tools/build/check-remote'
import { isRunning } from 'remote-tools/command/running-products'
import { PlainError } from './plain-error.ts'
import { stage } from './stage.ts'
import { bundler, startTool } from './tool.ts'

const root = resolve(import.meta.dirname, '../..')
const timeout = 120_000
const notSources = /^(node_modules|dist|server|cli)$|\.test\.tsx?$/

const packages = ['kit', 'remote-tools', 'contract'].map((name) => join(root, 'packages', name))
const outsideSources = ['pnpm-lock.yaml', 'tsconfig.base.json', 'tsconfig.browser.json', 'gateway/schema.graphql']

/**
 * The folder in which `NAME/dist` is the build of NAME. `npm run dev` has its own: it writes there
 * while `npm start` or a test may publish from the other.
 */
export function buildsOf(env: NodeJS.ProcessEnv): string {
  return env['NODE_ENV'] === 'development' ? join(root, '.cache', 'development') : root
}

export async function buildAll(names: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  const problems = names.flatMap((name) => (name === 'shell' ? [] : findRemoteProblems(join(root, name), name)))
  if (problems.length > 0) throw new PlainError(problems.join('\n'))
  const common = createHash('sha256')
  for (const file of outsideSources) common.update(await readFile(join(root, file)))
  for (const folder of packages) await hashFolder(common, folder)
  const cache = cacheOf(env)
  await removeUnfinished(cache)
  await mkdir(cache, { recursive: true })
  const buildOne = (name: string) => alone(join(cache, `${name}.lock`), () => build(name, common.copy(), env))
  // The first build compiles a plugin and caches it. Otherwise each build would spend two seconds
  // of CPU on it.
  const [first, ...others] = names.toReversed()
  if (first !== undefined) await buildOne(first)
  await Promise.all(others.map(buildOne))
}

/** Call it before something else writes the build folders. */
export async function forgetBuilds(env: NodeJS.ProcessEnv): Promise<void> {
  await rm(cacheOf(env), { recursive: true, force: true })
}

const cacheOf = (env: NodeJS.ProcessEnv): string => join(buildsOf(env), '.cache', 'builds')

async function build(name: string, hash: Hash, env: NodeJS.ProcessEnv): Promise<void> {
  const folder = join(root, name)
  await hashFolder(hash, folder)
  const key = hash.digest('hex')
  const stamp = join(cacheOf(env), name)
  const dist = join(buildsOf(env), name, 'dist')
  const built = await readFile(stamp, 'utf8').catch(() => '')
  if (built === key && existsSync(dist)) return
  // In a separate folder, so that an aborted build does not damage the last one.
  const aside = `${stamp}.${process.pid}`
  await stage(`Build of ${name}`, () => runRspack(folder, aside, env))
  await rm(stamp, { force: true })
  await rm(dist, { recursive: true, force: true })
  await mkdir(dirname(dist), { recursive: true })
  await rename(aside, dist)
  await writeFile(stamp, key)
}

/** Locks across processes. The second one usually finds the build finished. */
async function alone(lock: string, work: () => Promise<void>): Promise<void> {
  for (const end = performance.now() + timeout; ; await delay(100)) {
    const trouble = await symlink(String(process.pid), lock).catch((error: unknown) => error)
    if (trouble === undefined) break
    if (codeOf(trouble) !== 'EEXIST') throw trouble
    const holder = await readlink(lock).catch(() => null)
    // A lock that was just released may belong to another process by now.
    const isLeft = holder !== null && !isRunning(Number(holder))
    if (isLeft || performance.now() > end) await rm(lock, { force: true })
  }
  try {
    await work()
  } finally {
    await rm(lock, { force: true })
  }
}

async function removeUnfinished(cache: string): Promise<void> {
  for (const entry of await readdir(cache).catch(() => [])) {
    const [, pid] = /\.(\d+)$/.exec(entry) ?? []
    if (pid && !isRunning(Number(pid))) await rm(join(cache, entry), { recursive: true, force: true })
  }
}

function runRspack(folder: string, output: string, env: NodeJS.ProcessEnv): Promise<void> {
  return new Promise((done, reject) => {
    const child = startTool(folder, bundler, ['build', '--output-path', output], env)
    let printed = ''
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (printed += String(text)))
    child.on('error', reject)
    child.on('close', (code) => {
      if (code === 0) done()
      else reject(new PlainError(`The build of ${folder} failed:\n${printed.trimEnd()}`))
    })
  })
}

async function hashFolder(hash: Hash, folder: string): Promise<void> {
  for (const entry of (await readdir(folder, { withFileTypes: true })).toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    if (notSources.test(entry.name)) continue
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await hashFolder(hash, path)
    else hash.update(`${path.slice(root.length)}\n`).update(await readFile(path))
  }
}
