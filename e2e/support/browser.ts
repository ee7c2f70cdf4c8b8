import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const systemBrowsers = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
]

// Without these, Chromium keeps contacting Google, even on a closed network.
export const browserArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export interface Browser {
  executablePath: string
  env?: Record<string, string>
}

/**
 * Finds a Chromium: `CHROME`, a system browser, the npm package or, as root on Debian, apt.
 * @throws if there is none: tests are never skipped silently
 */
export async function findBrowser(): Promise<Browser> {
  const chosen = process.env['CHROME']
  if (chosen) return { executablePath: chosen }
  const installed = systemBrowsers.find((path) => existsSync(path))
  if (installed) return { executablePath: installed }
  const fromNpm = await unpackFromNpm()
  if (fromNpm && canRun(fromNpm)) return fromNpm
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) return installWithApt()
  throw new Error(
    'No Chromium was found for the tests. Install one and run again, or name one: CHROME=/path/to/chrome npm test',
  )
}

/** `@sparticuz/chromium`, with its libraries for machines without a desktop. */
async function unpackFromNpm(): Promise<Browser | undefined> {
  // Makes the package unpack those libraries.
  process.env['AWS_LAMBDA_JS_RUNTIME'] ??= 'nodejs22.x'
  try {
    const { default: chromium } = await import('@sparticuz/chromium')
    const executablePath = await chromium.executablePath()
    return { executablePath, env: { ...definedEnvironment(), LD_LIBRARY_PATH: '/tmp/al2023/lib' } }
  } catch {
    return undefined
  }
}

function canRun({ executablePath, env }: Browser): boolean {
  try {
    execFileSync(executablePath, ['--version'], { env, stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

function installWithApt(): Browser {
  process.stderr.write("No Chromium was found: apt-get installs Debian's.\n")
  for (const args of [['update'], ['install', '--yes', '--no-install-recommends', 'chromium']]) {
    execFileSync('apt-get', args, { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, stdio: 'inherit' })
  }
  return { executablePath: '/usr/bin/chromium' }
}

function definedEnvironment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}
