// `node tools/boot.mjs e2e/screens/main.ts URL FOLDER`: takes the pictures of docs/screens from a
// running product: ten screens, each in light and dark at 1280 px and in light at 320 px. The
// product needs RATE_LIMIT_ENABLED=false, because the script signs up seven people.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { findEmails } from '../support/emails.ts'
import { launchBrowser } from '../support/launch-browser.ts'

const [url = 'http://localhost:3000', folder = 'docs/screens'] = process.argv.slice(2)
const colleagues = ['Anna Müller', 'Bohdan Kravets', 'Chloé Martin', 'Daniel Okafor', 'Elif Yılmaz', 'Filip Nowak']
const invited = ['gina@example.com', 'hugo@example.com', 'ines@example.com']
const quality = 0.65
const run = Date.now().toString(36)
const looks = [
  { name: 'light', width: 1280, colorScheme: 'light' },
  { name: 'dark', width: 1280, colorScheme: 'dark' },
  { name: '320', width: 320, colorScheme: 'light' },
] as const

const browser = await launchBrowser()
const { state, slug } = await prepare(browser)
const screens: [name: string, path: string, signedIn: boolean][] = [
  ['sign-in', '/sign-in', false],
  ['sign-up', '/sign-up', false],
  ['start', '/', true],
  ['organizations', '/organizations', true],
  ['members', `/organizations/${slug}`, true],
  ['teams', `/organizations/${slug}/teams`, true],
  ['settings', `/organizations/${slug}/settings`, true],
  ['profile', '/account/profile', true],
  ['security', '/account/security', true],
  ['sessions', '/account/sessions', true],
]
await mkdir(folder, { recursive: true })
const converter = await browser.newPage()
for (const { name: look, width, colorScheme } of looks) {
  for (const [name, path, signedIn] of screens) {
    const viewport = { width, height: width === 320 ? 640 : 800 }
    const context = await browser.newContext({
      baseURL: url,
      viewport,
      colorScheme,
      ...(signedIn && { storageState: state }),
    })
    const page = await context.newPage()
    await page.goto(path, { waitUntil: 'networkidle' })
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    if (signedIn) await page.getByRole('button', { name: 'Organization:' }).waitFor()
    await page.waitForFunction(() => !document.querySelector('.kit-waiting'))
    if (name === 'sign-up') await page.getByText('8 to 128 characters.').waitFor()
    await writeFile(join(folder, `${name}-${look}.webp`), await toWebp(converter, await page.screenshot()))
    await context.close()
  }
}
await browser.close()

async function prepare(ofBrowser: Browser) {
  const owner = await signUp(ofBrowser, 'Olga Owner')
  // Otherwise only few people could be invited.
  await call(owner, '/send-verification-email', { email: emailOf('Olga Owner') })
  const [verification] = await findEmails(owner.request, emailOf('Olga Owner'))
  await owner.request.get(verification?.url ?? '')
  const name = 'Harbour Lab'
  const slugOfRun = `harbour-lab-${run}`
  const { id: organizationId } = await call(owner, '/organization/create', { name, slug: slugOfRun })
  for (const team of ['Design', 'Research', 'Operations'])
    await call(owner, '/organization/create-team', { name: team, organizationId })
  for (const [index, colleague] of colleagues.entries()) {
    const context = await signUp(ofBrowser, colleague)
    const role = index === 1 ? 'admin' : 'member'
    const { id: invitationId } = await call(owner, '/organization/invite-member', {
      email: emailOf(colleague),
      role,
      organizationId,
    })
    await call(context, '/organization/accept-invitation', { invitationId })
    await context.close()
  }
  for (const email of invited)
    await call(owner, '/organization/invite-member', { email, role: 'member', organizationId })
  const stored = await owner.storageState()
  await owner.close()
  return { state: stored, slug: slugOfRun }
}

async function signUp(ofBrowser: Browser, name: string): Promise<BrowserContext> {
  const context = await ofBrowser.newContext({ baseURL: url })
  await call(context, '/sign-up/email', { name, email: emailOf(name), password: 'correct horse battery' })
  return context
}

function emailOf(name: string): string {
  const mailbox = name
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^a-z ]/g, '')
    .replaceAll(' ', '.')
  return `${mailbox}@${run}.example.com`
}

async function call(context: BrowserContext, path: string, data: object): Promise<{ id: string }> {
  const response = await context.request.post(`/api/auth${path}`, { data, headers: { origin: url } })
  if (!response.ok()) throw new Error(`${path}: ${response.status()} ${await response.text()}`)
  return response.json()
}

/** Chromium writes WebP, so no image library is needed. */
async function toWebp(page: Page, png: Buffer): Promise<Buffer> {
  const converted = await page.evaluate(
    async ([source, webpQuality]) => {
      const image = new Image()
      image.src = source
      await image.decode()
      const canvas = document.createElement('canvas')
      canvas.width = image.width
      canvas.height = image.height
      canvas.getContext('2d')?.drawImage(image, 0, 0)
      return canvas.toDataURL('image/webp', webpQuality)
    },
    [`data:image/png;base64,${png.toString('base64')}`, quality] as const,
  )
  return Buffer.from(converted.slice(converted.indexOf(',') + 1), 'base64')
}
