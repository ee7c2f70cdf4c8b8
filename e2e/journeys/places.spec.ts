import { installRemotes, type Remote } from '../support/remotes.ts'
import { signUpByCall } from '../support/sign-up-by-call.ts'
import { expect, test } from '../support/test.ts'

/** A remote with a card on the start page. */
const card = (name: string, order: number): Remote => ({
  places: `{ 'start-card': { '${name}': ({ user }) => h('p', null, 'For ' + user.name) } }`,
  description: { places: { 'start-card': [{ name, label: { en: name }, order }] } },
})

test('loads a card when it comes into view, without moving the page', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 500 })
  await signUpByCall(page, 'Ada Lovelace')
  const names = Array.from({ length: 12 }, (_, index) => `card-${index + 1}`)
  const remotes = names.map((name, index) => [`mf-${name}`, card(name, index)])
  const asked = await installRemotes(page, Object.fromEntries(remotes))
  await page.goto('/')
  await expect(page.getByRole('region', { name: 'card-1', exact: true })).toContainText('For Ada')
  expect(asked).toContain('mf-card-1')
  expect(asked).not.toContain('mf-card-12')
  const own = page.getByRole('region').filter({ has: page.getByRole('heading', { name: /^card-/ }) })
  const heights = () => own.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().height))
  expect(new Set(await heights()).size, 'heights, loaded and not').toBe(1)
  await page.getByRole('region', { name: 'card-12' }).scrollIntoViewIfNeeded()
  await expect(page.getByRole('region', { name: 'card-12' })).toContainText('For Ada')
})
