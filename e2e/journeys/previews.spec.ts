import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import type { Page } from '@playwright/test'
import { publishVersion } from 'registry/publish/publish.ts'
import { makeVersion } from 'registry/testing/make-version.ts'
import { operate } from '../support/operate.ts'
import { newPerson, signIn, signOut, unique } from '../support/people.ts'
import { post } from '../support/post.ts'
import { makeRemoteFolder } from '../support/remote-folder.ts'
import { openRegistry, pageOf, scriptOf } from '../support/remotes.ts'
import { scan } from '../support/scan.ts'
import { signUpByCall } from '../support/sign-up-by-call.ts'
import { expect, test } from '../support/test.ts'

// Paths of another user's preview and expired links are not found.
test.use({
  expectedComplaints:
    /409 \(Conflict\)|404 \(Not Found\) \(\S+\/(mf-journey|registry\/previews\/)|mf-journey\S+ failed (later )?Error: on purpose/,
})

const root = resolve(import.meta.dirname, '../..')
const confirm = (page: Page) => page.getByRole('button', { name: 'Run it in this browser' }).click()
const banner = (page: Page) => page.getByRole('status').filter({ hasText: 'You’re previewing' })
const newName = () => `mf-${unique('journey').replaceAll(' ', '-')}`

/** Runs the command on the product's machine. */
function startDev(folder: string): {
  command: ChildProcess
  next: (event: string) => Promise<Record<string, unknown>>
} {
  const command = spawn(
    process.execPath,
    [
      join(root, 'packages/remote-tools/src/command/main.ts'),
      'dev',
      '--json',
      '--to',
      process.env['PRODUCT_URL'] ?? '',
    ],
    {
      cwd: folder,
      env: { ...process.env, DATA_DIR: process.env['PRODUCT_DATA'] },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const lines: Record<string, unknown>[] = []
  createInterface(command.stdout).on('line', (line) => lines.push(JSON.parse(line)))
  return {
    command,
    next: async (event) => {
      await expect.poll(() => lines.some((line) => line['event'] === event), { message: event }).toBe(true)
      return (
        lines.splice(
          lines.findIndex((line) => line['event'] === event),
          1,
        )[0] ?? {}
      )
    },
  }
}

/** Lets a test delay build events for pages that open from now on. */
async function holdableNews(page: Page) {
  await page.addInitScript(() => {
    const held: CustomEvent[] = []
    let passes = true
    addEventListener('remote-built', (event) => {
      if (passes || !(event instanceof CustomEvent)) return
      held.push(event)
      event.preventDefault()
      event.stopImmediatePropagation()
    })
    const release = () => {
      passes = true
      dispatchEvent(new CustomEvent('remote-built', { detail: held.shift()?.detail, cancelable: true }))
      passes = held.length === 0
    }
    Object.assign(window, { news: { hold: () => (passes = false), held: () => held.length, release } })
  })
  const call = (name: string) => page.evaluate((method) => Reflect.get(Reflect.get(window, 'news'), method)(), name)
  return { hold: () => call('hold'), held: () => call('held'), release: () => call('release') }
}

test(
  'shows each saved file in the running product to its developer only, and keeps the input',
  { tag: '@full' },
  async ({ page, openBrowser }) => {
    const name = newName()
    const { folder, save, saveModule, remove } = await makeRemoteFolder(name)
    const { command, next } = startDev(folder)
    const news = await holdableNews(page)
    const developer = await signUpByCall(page, 'Grace Hopper')
    const { url, ungranted } = await next('link')
    expect(ungranted).toEqual([{ kind: 'connect', origin: 'https://api.example.com' }])
    const opened = performance.now()
    await page.goto(String(url))
    await expect(page.getByRole('main')).toContainText(name)
    const usual = performance.now() - opened
    await confirm(page)
    const heading = page.getByRole('heading', { level: 1 })
    await expect(heading).toHaveText('First')
    await expect(banner(page)).toContainText(`${name} 1.0.0 as it is being developed`)
    await page.getByLabel('Note').fill('not saved yet')
    await page.evaluate(() => Object.assign(window, { samePage: true }))
    const times: number[] = []
    for (const text of ['Second', 'Third', 'Fourth']) {
      const saved = performance.now()
      await save(text)
      await expect(heading).toHaveText(text)
      times.push(performance.now() - saved)
      await expect(page.getByLabel('Note')).toHaveValue('not saved yet')
    }
    test
      .info()
      .annotations.push({ type: 'milliseconds from save to seen', description: times.map(Math.round).join(', ') })
    // Relative to the usual time to open a page, which a busy machine prolongs too.
    expect(Math.min(...times)).toBeLessThan(Math.max(1000, 3 * usual))
    for (const _ of times) await next('sent')
    await news.hold()
    for (const [index, text] of ['Fifth', 'Sixth'].entries()) {
      await save(text)
      await next('sent')
      await expect.poll(news.held).toBe(index + 1)
    }
    await news.release()
    await expect(heading, 'the next build is there, of which the page was not told').toHaveText('Fifth')
    await news.release()
    await expect(heading).toHaveText('Sixth')
    await expect(page.getByLabel('Note')).toHaveValue('not saved yet')
    const isSamePage = () => page.evaluate(() => 'samePage' in window).catch(() => true)
    expect(await isSamePage(), 'the page was not reloaded').toBe(true)
    await saveModule(2)
    await expect.poll(isSamePage).toBe(false)
    await expect(heading).toHaveText('Sixth')

    // The same person in another browser, and someone else.
    const elsewhere = await openBrowser()
    await post(elsewhere, '/api/auth/sign-in/email', developer)
    expect((await elsewhere.goto(`/${name}`))?.status()).toBe(404)
    await banner(page).getByRole('button', { name: 'Stop the preview' }).click()
    await expect(heading).toHaveText('Page not found')
    await expect(banner(page)).toBeHidden()

    command.kill('SIGINT')
    expect(await once(command, 'exit')).toEqual([0, null])
    await remove()
  },
)

const screenWith = (text: string, before = '') => `import { Page, TextInput } from 'kit'
  import styles from './screen.module.css'
  export function Screen() {
    ${before}
    return <Page title="${text}"><div className={styles.box}><TextInput label="Note" /></div></Page>
  }`

test(
  'shows changed styles, a changed remote.json, and errors with their line in the page',
  { tag: '@full' },
  async ({ page }) => {
    const name = newName()
    const { folder, write, remove } = await makeRemoteFolder(name)
    const describe = (label: string) => {
      const to = `/${name}`
      const navigation = [{ to, label: { en: label }, order: 1 }]
      return write('remote.json', JSON.stringify({ name, routes: [{ path: to, access: 'public' }], navigation }))
    }
    const colour = () =>
      page
        .getByLabel('Note')
        .evaluate((field) => getComputedStyle(field.closest('div[class*=box]') ?? field).borderTopColor)
    const paint = (value: string) => write('src/screen.module.css', `.box { border: 1px solid ${value} }`)
    const heading = page.getByRole('heading', { level: 1 })
    const shown = page.locator(`[data-development-error="${name}"]`)
    await describe('Before')
    await paint('rgb(255, 0, 0)')
    await write('src/screen.tsx', screenWith('First'))
    const { command, next } = startDev(folder)
    await signUpByCall(page, 'Grace Hopper')
    await page.goto(String((await next('link'))['url']))
    await confirm(page)
    await page.getByLabel('Note').fill('not saved yet')
    expect(await colour()).toBe('rgb(255, 0, 0)')

    for (const value of ['rgb(0, 255, 0)', 'rgb(0, 0, 255)']) {
      await paint(value)
      await expect.poll(colour).toBe(value)
    }
    // The error, and what comes after it.
    await write('src/screen.tsx', screenWith('Second', 'const = 1'))
    await expect(shown).toContainText('src/screen.tsx')
    await expect(shown).toContainText('4:')
    await expect(heading).toHaveText('First')
    await write('src/screen.tsx', screenWith('Third'))
    await expect(heading).toHaveText('Third')
    await expect(shown).toBeHidden()
    await expect(page.getByLabel('Note')).toHaveValue('not saved yet')

    await write('src/screen.tsx', screenWith('Fourth', "throw new Error('on purpose')"))
    await expect(shown).toContainText(`${name} failed in src/screen.tsx:4`)
    await expect(shown).toContainText('Error: on purpose')
    await write('src/screen.tsx', screenWith('Fifth'))
    await expect(heading).toHaveText('Fifth')
    await expect(shown).toBeHidden()

    await expect(page.getByRole('link', { name: 'Before' })).toBeVisible()
    await describe('After')
    await expect(page.getByRole('link', { name: 'After' })).toBeVisible()
    command.kill('SIGINT')
    expect(await once(command, 'exit')).toEqual([0, null])
    await remove()
  },
)

test('names the preview before it runs, and ends it with its user or on request', async ({ page, request }) => {
  const name = newName()
  const token = (await readFile(join(process.env['PRODUCT_DATA'] ?? '', 'operator-token'), 'utf8')).trim()
  const call = async (path: string, data: object) => {
    const response = await request.post(`/registry/${path}`, { data, headers: { authorization: `Bearer ${token}` } })
    expect(response.status(), await response.text()).toBe(200)
    const { url = '' }: { url?: string } = await response.json()
    return url
  }
  const files = { 'assets/entry.js': scriptOf(name, pageOf(`setTimeout(late); return 'This is ${name}'`)) }
  files['assets/entry.js'] += "; function late() { throw new Error('on purpose') }"
  await call('versions', { ...makeVersion({ name, version: '2.0.0-pr.7', files }), channel: 'pr-7' })
  const ada = await signUpByCall(page, 'Ada Lovelace')
  await page.context().clearCookies()

  await page.goto(await call('previews', { name, version: '2.0.0-pr.7' }))
  await page.getByRole('textbox', { name: 'Email or username' }).fill(ada.email)
  await page.getByLabel('Password', { exact: true }).fill(ada.password)
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('main')).toContainText(`${name} 2.0.0-pr.7`)
  await expect(page.getByRole('main')).toContainText(ada.email)
  await scan(page, 'what a link leads to')
  expect(await page.evaluate((container) => container in window, name.replaceAll('-', '_'))).toBe(false)
  const { href } = await page.evaluate(() => ({ href: location.href }))
  const told = page.waitForEvent('console', (line) => line.text().startsWith(`${name}@2.0.0-pr.7 failed later`))
  await confirm(page)
  await expect(page.getByRole('main')).toHaveText(`This is ${name}`)
  await told
  await page.goto('/')
  await expect(banner(page)).toContainText(`${name} 2.0.0-pr.7`)
  await scan(page, 'what one tries out')

  // Another user of this browser, then the first one again.
  await signOut(page, ada)
  await expect(banner(page)).toBeHidden()
  const bob = newPerson('Bob Kahn')
  await post(page, '/api/auth/sign-up/email', bob)
  expect((await page.goto(`/${name}`))?.status()).toBe(404)
  await page.goto(href)
  await expect(page.getByRole('alert')).toContainText('This link has expired.')
  await page.goto('/')
  await signOut(page, bob)
  await signIn(page, ada)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome')
  expect((await page.goto(`/${name}`))?.status()).toBe(200)

  // The page to leave previews, which never runs them.
  await page.goto('/preview')
  await expect(banner(page)).toBeHidden()
  await page.getByRole('button', { name: `Stop the preview of ${name}` }).click()
  await expect(page.getByRole('main')).toContainText('You see what everyone else sees')
  expect((await page.goto(`/${name}`))?.status()).toBe(404)
})

test('shows the pull request to each reader who confirms its address', async ({ page, openBrowser }) => {
  const name = newName()
  const { ctx, end } = await openRegistry()
  const publish = (version: string) => {
    const script = scriptOf(name, pageOf(`return 'This is ${version}'`))
    const made = makeVersion({ name, version, files: { 'assets/entry.js': script } })
    return publishVersion(ctx, { ...made, channel: 'pr-7' }, { who: 'a journey' })
  }
  await publish('1.0.0-pr')
  const { url } = JSON.parse(await operate(`preview ${name} --channel pr-7 --json`))
  for (const [index, reader] of [page, await openBrowser()].entries()) {
    await signUpByCall(reader, 'Rita Reviewer')
    await reader.goto(url)
    await expect(reader.getByRole('main')).toContainText(`${name} 1.0.0-pr`)
    await expect(reader.getByRole('main')).toContainText('The link works as long as pr-7 is there')
    if (index === 0) await scan(reader, 'the address of a pull request')
    await confirm(reader)
    await expect(reader.getByText('This is 1.0.0-pr')).toBeVisible()
  }
  await page.goto(url)
  await expect(page.getByRole('main')).toContainText(`${name} 1.0.0-pr`)
  await publish('1.1.0-pr')
  await confirm(page)
  await expect(page.getByText('There is another version by now.')).toBeVisible()
  await page.reload()
  await confirm(page)
  await expect(page.getByText('This is 1.1.0-pr')).toBeVisible()
  await end()
})
