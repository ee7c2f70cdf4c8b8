// Entry point of every command in package.json. Needs only Node 20 and npm, installs the rest, and
// runs a program with the Node 24 of the repository. Old versions of Node must be able to parse it.
if (process.platform === 'win32') {
  console.error('Windows is not supported. Run this in WSL: https://learn.microsoft.com/windows/wsl')
  process.exit(1)
}
if (Number(process.versions.node.split('.')[0]) < 20) {
  console.error(
    `Node ${process.versions.node} is too old. Install Node 20 or newer (https://nodejs.org), then run this again.`,
  )
  process.exit(1)
}
const { spawn, spawnSync } = await import('node:child_process')
const { createHash } = await import('node:crypto')
const { existsSync, readFileSync, readdirSync, writeFileSync } = await import('node:fs')
const { delimiter, join } = await import('node:path')
const { fileURLToPath } = await import('node:url')

const root = fileURLToPath(new URL('..', import.meta.url))
const binaries = join(root, 'node_modules', '.bin')
const pnpm = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).packageManager
const stamp = join(root, 'node_modules', '.provisioned')

// Enough for a machine that only serves: no build, test or development dependencies.
const serving = ['rest-auth', 'gateway', 'shell']
const servingPrograms = [
  'rest-auth/src/main.ts',
  'rest-auth/src/admin.ts',
  'gateway/src/main.ts',
  'shell/server/main.ts',
]

const installsForServing = process.argv[2] === '--install-for-serving'
const readsEnvFile = process.argv[2] === '--env'
const program = process.argv.slice(readsEnvFile ? 3 : 2)

const offline = 'Without a network, copy this folder from a machine where this command has run.'

let stopping = false
let signalChild = () => {}

// npm and npx do not forward SIGTERM before they die, so their exit is watched.
const watched = process.env.npm_lifecycle_event ? ancestors() : undefined
const watch = setInterval(() => watched && ancestors() !== watched && stop('SIGTERM'), 250)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop(signal))

if (!isProvisioned()) await provision()
if (!installsForServing) await run(findNode())
else clearInterval(watch)

function isProvisioned() {
  const [state, extent] = readIfExists(stamp)?.split(' ') ?? []
  if (state !== provisionState()) return false
  const runsOnServers = servingPrograms.includes(program[0]) || program.includes('--no-build')
  return extent === (installsForServing ? 'serving' : 'all') || runsOnServers
}

// npm and its shell, as far as the platform reveals them.
function ancestors() {
  const shell = readIfExists(`/proc/${process.ppid}/stat`)
  return `${process.ppid} ${shell?.slice(shell.lastIndexOf(')')).split(' ')[2]}`
}

function provisionState() {
  const packages = ['', 'packages']
    .flatMap((parent) => readdirSync(join(root, parent)).map((folder) => join(parent, folder, 'package.json')))
    .filter((file) => existsSync(join(root, file)))
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}`)
  for (const file of ['package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml', '.pnpmfile.cjs', ...packages])
    hash.update(`${file}\n${readIfExists(join(root, file)) ?? ''}`)
  return hash.digest('hex')
}

async function provision() {
  const started = performance.now()
  process.stdout.write('Fetching pnpm, Node 24 and the dependencies from npm ')
  let output = ''
  const progress = setInterval(() => process.stdout.write('.'), 1000)
  const hint = setTimeout(
    () => output === '' && process.stdout.write(`\nStill waiting for the npm registry. ${offline} `),
    8000,
  )
  // CI: pnpm must not ask. Detached, because a signal to npx alone would leave pnpm running.
  const options = { cwd: root, detached: true, env: { ...process.env, CI: 'true' }, stdio: ['ignore', 'pipe', 'pipe'] }
  const filters = ['account-platform', ...serving.map((name) => `${name}...`)].flatMap((name) => ['--filter', name])
  // pnpm would ask the registry about each version in the lockfile, which takes longer than all
  // downloads. Only `npm test`, which CI runs, lets it.
  const trust = program[0] === 'tools/test.ts' ? [] : ['--trust-lockfile']
  const extent = installsForServing ? ['--prod', ...filters] : []
  const child = spawn(
    'npx',
    ['--yes', pnpm, 'install', '--frozen-lockfile', '--reporter=append-only', ...trust, ...extent],
    options,
  )
  signalChild = (signal) => {
    try {
      process.kill(-child.pid, signal)
    } catch {
      // Not running.
    }
  }
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
  const code = await new Promise((resolve) => child.on('error', (error) => resolve(error.code)).on('close', resolve))
  clearInterval(progress)
  clearTimeout(hint)
  if (stopping) process.exit(0)
  if (code !== 0) fail(explain(code, output))
  writeFileSync(stamp, `${provisionState()} ${installsForServing ? 'serving' : 'all'}`)
  console.log(` ${((performance.now() - started) / 1000).toFixed(1)} s`)
}

function explain(code, output) {
  const end = output.trimEnd().split('\n').slice(-15).join('\n')
  if (code === 'ENOENT') return 'npx was not found. Install npm for this Node, then run this again.'
  if (/ENOTFOUND|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EAI_AGAIN|ERR_SOCKET_TIMEOUT|META_FETCH_FAIL/.test(output))
    return `The npm registry could not be reached. Check the connection and "npm config get registry", then run this again. ${offline}\n${end}`
  if (/ERR_PNPM_(OUTDATED_LOCKFILE|PACKAGE_MANAGER_NO_IMPORTER)/.test(output))
    return `A package.json was added or changed, but pnpm-lock.yaml was not updated. Run "npx --yes ${pnpm} install --lockfile-only", then run this again, and commit pnpm-lock.yaml.\n${end}`
  if (/EACCES|EROFS|EPERM/.test(output)) return `This user cannot write to a folder.\n${end}`
  return `The dependencies could not be installed (code ${code}).\n${end}`
}

// Falls back to the current Node if npm has none for this platform and it is new enough.
function findNode() {
  const fromNpm = join(binaries, 'node')
  if (existsSync(fromNpm) && spawnSync(fromNpm, ['--version']).status === 0) return fromNpm
  // 24.6 brought the processor time of threads, which bounds uploads.
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > 24 || (major === 24 && minor >= 6)) return process.execPath
  return fail(
    `npm has no Node 24 for ${process.platform} ${process.arch}, and this is Node ${process.versions.node}. Install Node 24.6 or newer (https://nodejs.org), then run this again.`,
  )
}

async function run(node) {
  if (stopping) process.exit(0)
  const { nodeFlags } = await import('service/node-flags.mjs')
  const options = nodeFlags(program[0])
  if (readsEnvFile && existsSync(join(root, '.env'))) options.push('--env-file=.env')
  const child = spawn(node, [...options, ...program], {
    cwd: root,
    // glibc keeps memory per thread: a third of rest-auth's after many sign-ins (decision 015). It
    // also keeps large buffers: 130 MB of the shell server after two publishes of 20 MB.
    env: {
      MALLOC_ARENA_MAX: '2',
      MALLOC_MMAP_THRESHOLD_: '131072',
      ...process.env,
      PATH: binaries + delimiter + process.env.PATH,
    },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  signalChild = (signal) => child.kill(signal)
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)))
}

function stop(signal) {
  stopping = true
  clearInterval(watch)
  signalChild(signal)
}

function readIfExists(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

function fail(message) {
  console.error(`\n${message}`)
  process.exit(1)
}
