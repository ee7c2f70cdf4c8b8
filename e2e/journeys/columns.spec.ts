import type { Page } from '@playwright/test'
import { createOrganization, joinByCall, organizationCall } from '../support/organizations.ts'
import { post } from '../support/post.ts'
import { signUpByCall } from '../support/sign-up-by-call.ts'
import { expect, test } from '../support/test.ts'

/** Counts columns from the end, because not every row has a checkbox. Returns those that shift. */
async function shiftedColumns(page: Page, list: string): Promise<string[]> {
  const rows = page.getByRole('list', { name: list }).getByRole('listitem')
  await expect(rows.nth(1)).toBeVisible()
  return rows.evaluateAll((items) => {
    const cells = items.map((item) =>
      [...item.children].filter((child) => child.getClientRects().length > 0).toReversed(),
    )
    const columns = Math.min(...cells.map((row) => row.length))
    return Array.from({ length: columns }, (_, column) => {
      const boxes = cells.map((row) => row[column]?.getBoundingClientRect())
      const [lefts, rights] = [
        boxes.map((box) => Math.round(box?.left ?? 0)),
        boxes.map((box) => Math.round(box?.right ?? 0)),
      ]
      // Avatars and buttons end at one line.
      const isAligned = new Set(lefts).size === 1 || new Set(rights).size === 1
      return isAligned ? [] : [`column ${columns - column} of ${columns}: ${lefts.join(' ')}`]
    }).flat()
  })
}

test('aligns the columns of all rows, whatever the viewer may do with them', async ({ page, openBrowser }) => {
  const [adminPage, memberPage, otherPage] = [await openBrowser(), await openBrowser(), await openBrowser()]
  const { email, password } = await signUpByCall(page, 'Olga Owner')
  await post(otherPage, '/api/auth/sign-in/email', { email, password })
  await post(otherPage, '/api/auth/sign-in/email', { email, password })
  const { slug, organizationId } = await createOrganization(page, 'Alignment')
  await joinByCall(page, organizationId, { page: adminPage, name: 'Anna Admin', role: 'admin' })
  await joinByCall(page, organizationId, { page: memberPage, name: 'Max Member', role: 'member' })
  for (const invited of ['a@example.com', 'bartholomew.featherstonehaugh-cavendish@example.com'])
    await organizationCall(page, '/invite-member', { email: invited, role: 'member', organizationId })
  await organizationCall(page, '/create-team', { name: 'Empty', organizationId })
  const home = `/organizations/${slug}`
  const members = [home, 'Members'] as const
  const teams = [`${home}/teams`, 'Teams'] as const
  const invitations = [`${home}?invitations=all`, 'Invitations'] as const
  const viewers = [
    { viewer: page, lists: [members, teams, invitations, ['/account/sessions', 'Other sessions'] as const] },
    { viewer: adminPage, lists: [members, teams, invitations] },
    { viewer: memberPage, lists: [members, teams] },
  ]
  for (const { viewer, lists } of viewers) {
    for (const [path, list] of lists) {
      await viewer.goto(path)
      for (const width of [1280, 320]) {
        await viewer.setViewportSize({ width, height: 900 })
        expect(await shiftedColumns(viewer, list), `${list} at ${width} px`).toEqual([])
        const widths = await viewer
          .locator('.kit-row-main')
          .evaluateAll((names) => names.map((name) => name.clientWidth))
        expect(Math.min(...widths), `room for names of ${list} at ${width} px`).toBeGreaterThan(100)
        expect(await viewer.getByRole('main').ariaSnapshot(), 'the dots between facts').not.toContain('·')
      }
    }
  }
})
