import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { minVersion, validRange } from 'semver'
import { eagerModules, lazyModules } from '../build/shared.ts'
import type { Build } from '../build/version-document.ts'
import { type RunOutcome, runOutcome } from './run-outcome.ts'

/** Until a remote's code must have told what it is. */
const RUN_MS = 20_000

/** Runs a remote's module once, in a process of its own with a DOM and no network. */
export async function runRemote({ document, files }: Build): Promise<RunOutcome> {
  const scripts = Object.entries(document.files).filter(([path]) => path.endsWith('.js'))
  const range = document.description?.needs['kit'] ?? '*'
  const input = {
    container: document.container ?? document.name.replaceAll('-', '_'),
    entry: document.entry,
    files: Object.fromEntries(scripts.map(([path, { integrity }]) => [path, String(files.get(integrity))])),
    shared: Object.keys({ ...eagerModules, ...lazyModules }),
    kit: validRange(range) === null ? document.kit : (minVersion(range)?.version ?? document.kit),
  }
  const program = fileURLToPath(new URL('./run-in-dom.ts', import.meta.url))
  // Nothing of the environment, in which tokens stand, is for the remote.
  const child = spawn(process.execPath, ['--no-warnings', program], {
    env: { NODE_ENV: 'production' },
    timeout: RUN_MS,
    killSignal: 'SIGKILL',
  })
  child.stdin.on('error', () => {})
  child.stdin.end(JSON.stringify(input))
  const [output, errors, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((resolve, reject) => child.on('error', reject).on('close', resolve)),
  ])
  if (code === 0) return runOutcome.parse(JSON.parse(output))
  const why =
    code === null ? `does not come to an end within ${RUN_MS / 1000} seconds` : `ends with ${errors.trim().slice(-500)}`
  return { faults: [`${why} when its module is run in a DOM`], notes: [], routes: [], places: [] }
}
