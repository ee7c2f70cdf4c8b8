import type { Page } from '@playwright/test'
import { type Badness, installRemotes } from '../support/chaos.ts'
import { createOrganization } from '../support/organizations.ts'
import { scan } from '../support/scan.ts'
import { signUpByCall } from '../support/sign-up-by-call.ts'
import { expect, test } from '../support/test.ts'

/** A remote with a card on the start page; `component` is JavaScript. */
const card = (en: string, order: number, component: string): Badness => {
  const name = en.toLowerCase().replace(' ', '-')
  return {
    places: `{ 'start-card': { '${name}': ${component} } }`,
    description: { places: { 'start-card': [{ name, label: { en }, order }] } },
  }
}
const greeting = "({ user }) => h('p', { className: 'own' }, 'For ' + user.name)"

/** A remote with a link in the user menu. */
const linkTo = (to: string, en: string, order: number, more = {}): Badness => ({
  description: { places: { 'user-menu': [{ to, label: { en }, order, ...more }] } },
  loadMessages: 'async () => ({ where: ["Here"] })',
})

const cards = (page: Page) => page.getByRole('main').getByRole('region')
const retry = { name: 'Retry' }

async function openStart(page: Page, remotes: Record<string, Badness>): Promise<string[]> {
  const log: string[] = []
  page.on('console', (message) => log.push(message.text()))
  await signUpByCall(page, 'Ada Lovelace')
  await installRemotes(page, new Map(Object.entries(remotes)))
  await page.goto('/')
  return log
}

test.describe('where some of them fail', () => {
  test.use({ expectedComplaints: /on purpose|it has no component|failed in a place/ })

  test('cards stand in their order, and one that fails says so and leaves the others as they are', async ({ page }) => {
    const log = await openStart(page, {
      'mf-chaos-01': card('Third', 30, greeting),
      'mf-chaos-02': card('First', 10, greeting),
      'mf-chaos-03': card('Second', 20, "() => { if (!window.healed) throw new Error('on purpose'); return 'healed' }"),
      'mf-chaos-04': { ...card('Fourth', 40, greeting), places: '{}' },
    })
    await expect(cards(page).getByRole('heading', { level: 2 })).toHaveText([
      'Confirm your email',
      'First',
      'Invitations for you',
      'Second',
      'Third',
      'Fourth',
    ])
    for (const name of ['First', 'Third'])
      await expect(page.getByRole('region', { name })).toContainText('For Ada Lovelace')
    const second = page.getByRole('region', { name: 'Second' })
    await expect(second.getByRole('alert')).toContainText('mf-chaos-03 1.0.0')
    const fourth = page.getByRole('region', { name: 'Fourth' })
    await fourth.scrollIntoViewIfNeeded()
    await expect(fourth.getByRole('alert')).toContainText('mf-chaos-04 1.0.0')
    await expect.poll(() => log.filter((line) => line.includes('failed in a place'))).toHaveLength(2)
    expect(log.filter((line) => /mf-chaos-0[12]|mf-(auth|account|organization)@/.test(line))).toEqual([])
    await scan(page, 'the start page with cards')
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.evaluate('window.healed = true')
    await second.getByRole('button', retry).click()
    await expect(second).toContainText('healed')
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Organizations' }).click()
    await expect(page.getByRole('heading', { name: 'Organizations', level: 1 })).toBeVisible()
  })
})

test('a card is loaded when it comes into view, and nothing moves when it comes', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 500 })
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  const many = Array.from({ length: 12 }, (_, index) => [
    `mf-chaos-${String(index + 1).padStart(2, '0')}`,
    card(`Card ${index + 1}`, index, greeting),
  ])
  await openStart(page, Object.fromEntries(many))
  await expect(page.getByRole('region', { name: 'Card 1', exact: true })).toContainText('For Ada')
  const isAsked = (name: string) => asked.some((url) => url.includes(name))
  expect([isAsked('mf-chaos-01'), isAsked('mf-chaos-12')]).toEqual([true, false])
  const own = cards(page).filter({ has: page.getByRole('heading', { name: /^Card / }) })
  const heights = () => own.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().height))
  expect(new Set(await heights()).size, 'heights, loaded and not').toBe(1)
  await page.getByRole('region', { name: 'Card 12' }).scrollIntoViewIfNeeded()
  await expect(page.getByRole('region', { name: 'Card 12' })).toContainText('For Ada')
})

test('links of remotes stand in the user menu, in their order, for those who may see them', async ({ page }) => {
  await openStart(page, {
    'mf-chaos-01': linkTo('/mf-chaos-01', 'Bills', 20),
    'mf-chaos-02': linkTo('/mf-chaos-02', 'Plans', 10),
    'mf-chaos-03': linkTo('/mf-chaos-03', 'Audit', 15, { permission: 'organization:update' }),
  })
  const links = page.getByRole('banner').getByRole('link', { name: /Bills|Plans|Audit/ })
  await page.getByRole('button', { name: /Ada Lovelace/ }).click()
  await expect(links).toHaveText(['Plans', 'Bills'])
  await createOrganization(page, 'Acme')
  await page.reload()
  await page.getByRole('button', { name: /Ada Lovelace/ }).click()
  await expect(links).toHaveText(['Plans', 'Audit', 'Bills'])
  await links.last().click()
  await expect(page).toHaveURL(/\/mf-chaos-01$/)
})
