import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test, vi } from 'vitest'
import { startSocialTestApp } from '../testing/social.ts'

// docs/apps.md with the unmodified clients of each line, as npm packages.

vi.setConfig({ testTimeout: 180_000 }) // each installs packages

const t = await startSocialTestApp({ TRUSTED_ORIGINS: 'myapp://', RATE_LIMIT_ENABLED: 'false' })
const baseURL = (await t.app.listen({ port: 0, host: '127.0.0.1' })) + t.ctx.config.AUTH_BASE_PATH

/** The parts of a phone: `open` is the system browser, in which a person consents at Google. */
const phone: Record<string, string> = {
  'react-native': `export const Platform = { OS: 'ios' }, AppState = { addEventListener: () => ({ remove() {} }) }`,
  'expo-constants': `export default { expoConfig: { scheme: 'myapp' } }`,
  'expo-linking': `export const createURL = (path) => 'myapp://' + path.replace(/^\\//, '')`,
  'expo-network': `export const addNetworkStateListener = () => ({ remove() {} })`,
  'expo-web-browser': `
    const goTo = async (url) => (await fetch(url, { redirect: 'manual' })).headers.get('location')
    export async function openAuthSessionAsync(url) {
      const consent = new URL(url.startsWith(process.env.BASE_URL) ? await goTo(url) : url)
      const fields = { person: 'somebody', decision: 'allow', name: 'Ada', email: process.env.EMAIL, verified: 'true' }
      for (const [name, value] of Object.entries(fields)) consent.searchParams.set(name, value)
      const { pathname, search } = new URL(await goTo(consent))
      return { type: 'success', url: await goTo(new URL(process.env.BASE_URL).origin + pathname + search) }
    }
    export const openAuthSession = openAuthSessionAsync`,
}

/** Installs a line and runs a module in it. Returns what it prints as JSON. */
async function run(packages: Record<string, string>, module: string, email: string): Promise<unknown> {
  const folder = await mkdtemp(join(tmpdir(), 'app-'))
  const overrides = packages['better-auth']?.startsWith('1.2') ? { 'better-call': '1.0.8' } : {}
  await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module', dependencies: packages, overrides }))
  await promisify(execFile)('npm', ['install', '--legacy-peer-deps', '--ignore-scripts', '--no-audit'], { cwd: folder })
  for (const [name, source] of Object.entries(phone)) {
    const place = join(folder, 'node_modules', name)
    await mkdir(place, { recursive: true })
    await writeFile(join(place, 'package.json'), JSON.stringify({ name, type: 'module', exports: './index.js' }))
    await writeFile(join(place, 'index.js'), source)
  }
  await writeFile(join(folder, 'app.js'), module)
  const env = { ...process.env, BASE_URL: baseURL, EMAIL: email }
  const { stdout } = await promisify(execFile)(process.execPath, ['app.js'], { cwd: folder, env })
  return JSON.parse(stdout)
}

const expoApp = `
  import { createAuthClient } from 'better-auth/client'
  import { expoClient } from '@better-auth/expo/client'
  const kept = new Map()
  const get = (name) => kept.get(name) ?? null
  const set = (name, value) => void kept.set(name, value)
  const storage = { getItem: get, setItem: set, getItemAsync: async (name) => get(name), setItemAsync: async (name, value) => set(name, value) }
  const client = createAuthClient({ baseURL: process.env.BASE_URL, plugins: [expoClient({ scheme: 'myapp', storage })] })
  await client.signIn.social({ provider: 'google', callbackURL: '/profile' })
  const session = await client.getSession()
  const again = await client.getSession()
  console.log(JSON.stringify([session.data?.user.email ?? null, again.data?.user.email ?? null]))
  process.exit()`

test.each([
  ['1.4.22', '1.4.22'],
  ['1.5.6', '1.5.6'],
  ['1.6.33', '1.6.34'],
  ['1.7.6', '1.7.25'],
])('signs in with the client for Expo %s', async (expo, line) => {
  const email = `expo-${expo}@example.com`
  expect(await run({ '@better-auth/expo': expo, 'better-auth': line }, expoApp, email)).toEqual([email, email])
})

const coreApp = `
  import { createAuthClient } from 'better-auth/client'
  import { oneTimeTokenClient } from 'better-auth/client/plugins'
  import { openAuthSession } from 'expo-web-browser'
  const kept = new Map()
  const customFetchImpl = async (url, init) => {
    const headers = new Headers(init?.headers)
    headers.set('cookie', [...kept].map((one) => one.join('=')).join('; '))
    const response = await fetch(url, { ...init, headers })
    for (const line of response.headers.getSetCookie()) kept.set(...line.split(';')[0].split(/=(.*)/s, 2))
    return response
  }
  const client = createAuthClient({ baseURL: process.env.BASE_URL, plugins: [oneTimeTokenClient()], fetchOptions: { customFetchImpl } })
  const started = await client.signIn.social({ provider: 'google', callbackURL: 'myapp://profile', disableRedirect: true })
  const { url } = await openAuthSession(started.data.url)
  const verified = await client.oneTimeToken.verify({ token: new URL(url).searchParams.get('token') })
  const session = await client.getSession()
  console.log(JSON.stringify([verified.data?.user.email ?? null, session.data?.user.email ?? null]))
  process.exit()`

test.each(['1.2.12', '1.3.34', '1.4.22', '1.5.6', '1.6.34', '1.7.25'])(
  'signs in with the core client %s and a one-time token',
  async (line) => {
    const email = `core-${line}@example.com`
    expect(await run({ 'better-auth': line }, coreApp, email)).toEqual([email, email])
  },
)
