import type { Page, Response } from '@playwright/test'
import { createOrganization, joinByCall, organizationCall } from '../support/organizations.ts'
import { newPerson } from '../support/people.ts'
import { signUpByCall } from '../support/sign-up-by-call.ts'
import { expect, test } from '../support/test.ts'

const accountPages = [
  '/',
  '/account/profile',
  '/account/security',
  '/account/sessions',
  '/account/activity',
  '/account/delete',
]
const organizationPages = ['/organizations', '/organizations/new']
/** Buttons that only open something. */
const openers =
  /^(Actions for|Add people|Change|Invite people|Rename|Remove|Leave|Turn on|Cancel invitation|Organization:|Your account|Show more)/

/** Each role opens every screen and dialog; no call may be refused. */
test('requests nothing on any screen that the user’s role does not allow', async ({ page: owner, openBrowser }) => {
  test.slow()
  const [admin, member, outsider] = [await openBrowser(), await openBrowser(), await openBrowser()]
  await signUpByCall(owner, 'Olga Owner')
  const { slug, organizationId } = await createOrganization(owner, 'Rowing')
  await joinByCall(owner, organizationId, { page: admin, name: 'Abe Admin', role: 'admin' })
  await joinByCall(owner, organizationId, { page: member, name: 'Max Member', role: 'member' })
  await signUpByCall(outsider, 'Otto Outsider')
  const { id: teamId } = await organizationCall(owner, '/create-team', { name: 'Eights', organizationId })
  const invited = { email: newPerson('Gustav Guest').email, role: 'member', organizationId }
  await organizationCall(owner, '/invite-member', invited)

  const home = `/organizations/${slug}`
  const paths = [
    ...accountPages,
    ...organizationPages,
    home,
    `${home}?role=OWNER&q=o`,
    `${home}?invitations=all`,
    `${home}/teams`,
    `${home}/teams/T_${teamId}`,
    `${home}/roles`,
    `${home}/settings`,
  ]
  const seen = { opened: 0, responses: [] as Promise<string | null>[] }
  const look = async (role: string, page: Page) => {
    page.on('response', (response) => {
      seen.responses.push(refusalOf(response).then((refusal) => refusal && `${role}: ${refusal}`))
    })
    for (const path of paths) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByRole('button', { name: /^Your account/ })).toBeVisible()
      await expect(page.locator('.kit-waiting')).toHaveCount(0)
      seen.opened += await openEverything(page)
    }
    await page.waitForLoadState('networkidle')
  }
  await Promise.all(Object.entries({ owner, admin, member, outsider }).map(([role, page]) => look(role, page)))
  expect((await Promise.all(seen.responses)).filter(Boolean)).toEqual([])
  expect(seen.opened, 'dialogs, menus and forms that were opened').toBeGreaterThan(20)
})

/** Opens everything in turn and closes it with Escape. Returns how much that was. */
async function openEverything(page: Page): Promise<number> {
  const buttons = page.getByRole('button', { name: openers, disabled: false }).and(page.locator(':not([type=submit])'))
  const names = await buttons.evaluateAll((all) =>
    all.map((one) => {
      const hidden = [...one.querySelectorAll('[aria-hidden=true]')].map(({ textContent }) => textContent ?? '')
      return one.ariaLabel ?? hidden.reduce((name, text) => name.replace(text, ''), one.textContent ?? '')
    }),
  )
  const opened = page.locator('dialog:modal, :popover-open')
  for (const name of names) {
    const button = page.getByRole('button', { name, exact: true }).and(page.locator(':not([type=submit])')).first()
    await button.click()
    await expect(opened, name).toHaveCount(1)
    for (const item of await page.getByRole('menuitem', { name: '…', disabled: false }).allTextContents()) {
      await page.getByRole('menuitem', { name: item }).click()
      await expect(page.locator('dialog:modal'), item).toHaveCount(1)
      await page.keyboard.press('Escape')
      await expect(opened, item).toHaveCount(0)
      await button.click()
      await expect(opened, name).toHaveCount(1)
    }
    await page.keyboard.press('Escape')
    await expect(opened, name).toHaveCount(0)
  }
  return names.length
}

/** Returns the refusal in a response: a 4xx status, GraphQL errors, or a mutation's user errors. */
async function refusalOf(response: Response): Promise<string | null> {
  const { pathname } = new URL(response.url())
  if (response.status() >= 400) return `${response.status()} ${pathname}`
  if (pathname !== '/graphql') return null
  const text = await response.text().catch(() => '') // the page has gone on
  return /"errors":|"userErrors":\[\{/.test(text) ? text : null
}
