import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { containerOf } from '../check/run-remote.ts'
import { type DrawnPage, pagesOutcome } from './pages-file.ts'
import type { Build } from './version-document.ts'

// The shell and other remotes may be built at the same time.
const TIMEOUT_MS = 60_000

/** @throws if a page cannot be drawn */
export async function runPages(build: Build, script: string, locales: string[]): Promise<DrawnPage[]> {
  const input = { ...containerOf(build), script, locales }
  const program = fileURLToPath(new URL('./draw-pages.ts', import.meta.url))
  // The remote must not see the environment, which contains tokens. Each build draws the same.
  const child = spawn(process.execPath, ['--no-warnings', '--random-seed=1', program], {
    env: { NODE_ENV: 'production', TZ: 'UTC' },
    timeout: TIMEOUT_MS,
    killSignal: 'SIGKILL',
  })
  child.stdin.on('error', () => {})
  child.stdin.end(JSON.stringify(input))
  const [output, errors, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((resolve, reject) => child.on('error', reject).on('close', resolve)),
  ])
  const { pages, problem } =
    output === '' ? { pages: [], problem: whyOf(code, errors) } : pagesOutcome.parse(JSON.parse(output))
  if (problem === undefined) return pages
  throw new Error(
    `${build.document.name} ${problem}. The build draws routes with "prerender: true" in a DOM without network and timers. Change the page, or remove "prerender".`,
  )
}

const whyOf = (code: number | null, errors: string): string =>
  code === null
    ? `does not finish drawing its prerendered pages within ${TIMEOUT_MS / 1000} seconds`
    : `cannot be prerendered: ${errors.trim().slice(-500)}`
