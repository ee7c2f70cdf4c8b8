import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { forget, foundHarbourLab, inviteElsewhere, signUp } from '../support/harbour-lab.ts'
import { organizationCall, runInDatabase } from '../support/organizations.ts'
import { Sheets } from '../support/pictures.ts'
import { endSessionsIn } from '../support/sessions.ts'
import { expect, test } from '../support/test.ts'

// To record the pictures again: npm test -- pictures.spec.ts --update-snapshots

test.beforeEach(() => test.setTimeout(600_000))

const openMenu = (page: Page): Locator => page.locator('.kit-popover-panel:popover-open')

test.use({ expectedComplaints: /status of 403 .*(unlink-account|link-social)/ })

test('draws the account’s dialogs and menus as recorded', async ({ page }) => {
  const sheets = await Sheets.of(page)
  const dialog = page.getByRole('dialog')
  const button = (name: string) => dialog.getByRole('button', { name, exact: true })
  const domain = 'account.example'
  await forget(domain)
  const email = await signUp(page, 'Olga Petrenko', domain)
  await runInDatabase(
    (db) => db.write`
      insert into "account" ("id", "providerId", "accountId", "userId", "createdAt", "updatedAt")
      select ${email}, 'google', ${email}, "id", now(), now() from "user" where "email" = ${email}`,
  )

  await page.goto('/account/security#password')
  const rules = page.getByText('8 to 128 characters.')
  await sheets.take('mf-account/src/security/password-row.tsx', dialog, rules)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Connect account' }).click()
  await sheets.take('mf-account/src/security/connect-account.tsx', dialog, button('Cancel'))
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Disconnect Google' }).click()
  await sheets.take('mf-account/src/security/linked-account-row.tsx', dialog, button('Disconnect'))

  await runInDatabase(
    (db) => db.write`
      update "session" set "updatedAt" = now() - interval '2 days'
      where "userId" = (select "id" from "user" where "email" = ${email})`,
  )
  await button('Disconnect').click()
  const confirm = page.getByRole('dialog', { name: 'Enter your password' })
  const fresh = 'packages/kit/src/step-up/fresh-session-dialog.tsx'
  await sheets.take(fresh, confirm, confirm.getByLabel('Password', { exact: true }))
  await page.keyboard.press('Escape')
  await runInDatabase(
    (db) =>
      db.write`delete from "account" where "providerId" = 'credential' and "userId" = (select "id" from "user" where "email" = ${email})`,
  )
  await page.reload()
  await page.getByRole('button', { name: 'Connect account' }).click()
  await button('GitHub').click()
  const again = page.getByRole('dialog', { name: 'Sign in again' })
  await sheets.take(fresh, again, again.getByRole('link'))

  await page.goto('/account/activity')
  await page.getByRole('button', { name: /^Actions for Signed in/ }).click()
  const notMe = openMenu(page).getByRole('menuitem')
  await sheets.take('mf-account/src/activity/activity-row.tsx', openMenu(page), notMe)
  await page.keyboard.press('Escape')

  await page.goto('/account/profile')
  const buffer = Buffer.from('R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==', 'base64')
  await page.getByLabel('Picture', { exact: true }).setInputFiles({ name: 'a.gif', mimeType: 'image/gif', buffer })
  await sheets.take('packages/kit/src/picture/picture-editor.tsx', dialog, button('Save'))
  await page.keyboard.press('Escape')
  await endSessionsIn(email, 0)
  await page.evaluate(() => dispatchEvent(new Event('focus')))
  await sheets.take('packages/kit/src/step-up/ended-session-dialog.tsx', dialog, button('Leave page'))
  await sheets.compare('account')
})

test('draws the header’s menus and dialogs as recorded', async ({ page }) => {
  const sheets = await Sheets.of(page)
  const dialog = page.getByRole('dialog')
  const domain = 'header.example'
  await forget(domain)
  await signUp(page, 'Ivan Franko', domain) // the second account of the browser
  const email = await signUp(page, 'Olga Petrenko', domain)
  await foundHarbourLab(page, domain)
  await inviteElsewhere(email, domain)

  await page.goto('/')
  await page.getByRole('button', { name: /^Your account/ }).click()
  await sheets.take(
    'shell/src/layout/user-menu.tsx',
    openMenu(page),
    page.getByRole('button', { name: 'Sign out of all accounts' }),
  )
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Organization:/ }).click()
  await sheets.take(
    'mf-organization/src/switcher/header-switcher.tsx',
    openMenu(page),
    openMenu(page).getByRole('link', { name: 'Create organization' }),
  )
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Search/ }).click()
  await sheets.take(
    'shell/src/palette/palette-button.tsx',
    dialog,
    dialog.getByRole('option', { name: 'Harbour Lab header-example' }),
  )
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 320, height: 900 })
  await page.getByRole('navigation', { name: 'Main' }).getByRole('button').click()
  await sheets.take(
    'shell/src/navigation/menu-button.tsx',
    openMenu(page),
    openMenu(page).getByRole('link', { name: 'Organizations' }),
    [320],
  )

  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto('/organizations')
  await page.getByRole('button', { name: 'Decline: Rowing Club' }).click()
  await sheets.take(
    'mf-organization/src/list/received-invitation.tsx',
    dialog,
    dialog.getByRole('button', { name: 'Decline' }),
  )
  await page.goto(`/accept-invitation/${domain}`)
  await page.getByRole('main').getByRole('button', { name: 'Decline' }).click()
  await sheets.take(
    'mf-auth/src/accept-invitation/open-invitation.tsx',
    dialog,
    dialog.getByRole('button', { name: 'Decline' }),
    [320],
  )
  await sheets.compare('header')
})

test('draws the dialogs and menus of members as recorded', async ({ page }) => {
  const sheets = await Sheets.of(page)
  const dialog = page.getByRole('dialog')
  const button = (name: string) => dialog.getByRole('button', { name, exact: true })
  const menuItem = (name: string) => page.getByRole('menuitem', { name })
  const domain = 'members.example'
  await forget(domain)
  await signUp(page, 'Olga Petrenko', domain)
  const { path } = await foundHarbourLab(page, domain)

  await page.goto(path)
  await page.getByRole('button', { name: 'Actions for Anna Müller' }).click()
  const menus = 'mf-organization/src/members/member-menus.tsx'
  await sheets.take(menus, openMenu(page), menuItem('Remove'))
  await menuItem('Change role…').click()
  const list = 'mf-organization/src/members/member-list.tsx'
  await sheets.take(list, dialog, dialog.getByRole('radio', { name: 'Member' }))
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Actions for Anna Müller' }).click()
  await menuItem('Change teams…').click()
  await sheets.take(list, dialog, dialog.getByRole('checkbox', { name: 'Design' }), [320])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Actions for Anna Müller' }).click()
  await menuItem('Remove').click()
  await sheets.take(list, dialog, button('Remove'))
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Role of Anna Müller:' }).click()
  // A narrow window has it in the menu of the row.
  await sheets.take(menus, openMenu(page), openMenu(page).getByRole('menuitemradio', { name: 'Owner' }), [1280])
  await page.keyboard.press('Escape')
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  const several = page.getByRole('group', { name: 'Several members at once' })
  for (const name of ['Change role', 'Remove']) {
    await several.getByRole('button', { name }).click()
    await sheets.take('mf-organization/src/members/bulk-dialog.tsx', dialog, button(name))
    await page.keyboard.press('Escape')
  }
  await sheets.compare('members')
})

test('draws the dialogs and menus of invitations, teams and settings as recorded', async ({ page }) => {
  const sheets = await Sheets.of(page)
  const dialog = page.getByRole('dialog')
  const button = (name: string) => dialog.getByRole('button', { name, exact: true })
  const menuItem = (name: string) => page.getByRole('menuitem', { name })
  const domain = 'organization.example'
  await forget(domain)
  await signUp(page, 'Olga Petrenko', domain)
  const { path, organizationId } = await foundHarbourLab(page, domain)
  for (const mailbox of ['gina', 'hugo'])
    await organizationCall(page, '/invite-member', { email: `${mailbox}@${domain}`, role: 'member', organizationId })

  await page.goto(path)
  await page.getByRole('button', { name: 'Invite people' }).click()
  const emails = dialog.getByRole('textbox', { name: 'Email addresses' })
  await emails.fill(`elif@${domain} li.wei@ `)
  await sheets.take(
    'mf-organization/src/members/invite-people.tsx',
    dialog,
    dialog.getByText('1 isn’t a complete email.'),
  )
  await page.keyboard.press('Escape')

  await page.goto(`${path}?invitations=all`)
  await page.getByRole('button', { name: `Actions for gina@${domain}` }).click()
  await sheets.take('mf-organization/src/members/invitation-row.tsx', openMenu(page), menuItem('Cancel'))
  await menuItem('Cancel').click()
  await sheets.take('mf-organization/src/members/invitation-list.tsx', dialog, button('Keep invitation'))
  await page.keyboard.press('Escape')

  await page.goto(`${path}/teams`)
  await page.getByRole('button', { name: 'Create team' }).click()
  const teams = 'mf-organization/src/teams/team-dialogs.tsx'
  await sheets.take(teams, dialog, button('Create team'))
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Actions for Design' }).click()
  await sheets.take('mf-organization/src/teams/team-menu.tsx', openMenu(page), menuItem('Remove'))
  await menuItem('Remove').click()
  await sheets.take(teams, dialog, button('Remove'), [320])
  await page.keyboard.press('Escape')
  await page.getByRole('main').getByRole('link', { name: 'Harbour Lab' }).click()
  await page.getByRole('button', { name: 'Add people' }).click()
  const anna = dialog.getByRole('checkbox', { name: 'Anna Müller' })
  await sheets.take('mf-organization/src/teams/team-people.tsx', dialog, anna, [320])

  await runInDatabase(
    (db) => db.write`
      insert into "journal" ("id", "at", "event", "kind", "actorKind", "actorId", "userId", "organizationId", "position", "details")
      values (${domain}, '2030-01-05T09:30:00Z', 'member.role-changed', 'change', 'person', ${`anna@${domain}`}, ${`bohdan@${domain}`},
        ${organizationId}, 1000, '{"roles":"admin","previousRoles":"member"}')
      on conflict ("id") do update set "organizationId" = excluded."organizationId"`,
  )
  await page.goto(`${path}/audit-log`)
  await page.getByRole('button', { name: /^Anna Müller changed the role of Bohdan Kravets/ }).click()
  await sheets.take('mf-organization/src/audit-log/entries.tsx', dialog, button('Copy as JSON'), [320])
  await page.keyboard.press('Escape')

  await page.goto(`${path}/settings`)
  await page.getByRole('button', { name: 'Delete…' }).click()
  await sheets.take('mf-organization/src/settings/danger-zone.tsx', dialog, button('Delete organization'))
  await runInDatabase(
    (db) => db.write`
      update "member" set "role" = 'owner' where "organizationId" = ${organizationId} and "userId" = ${`anna@${domain}`}`,
  )
  await page.reload()
  await page.getByRole('button', { name: 'Leave…' }).click()
  await sheets.take('mf-organization/src/leaving/leave-row.tsx', dialog, button('Leave'))
  await sheets.compare('organization')
})

test('draws the menu of a role as recorded', async ({ page }) => {
  const sheets = await Sheets.of(page)
  const domain = 'roles.example'
  await forget(domain)
  await signUp(page, 'Olga Petrenko', domain)
  const { path, organizationId } = await foundHarbourLab(page, domain)
  await organizationCall(page, '/create-role', { organizationId, role: 'support', permission: {} })
  await page.goto(`${path}/roles`)
  await page.getByRole('button', { name: 'Actions for support' }).click()
  const item = page.getByRole('menuitem', { name: 'Delete…' })
  await sheets.take('mf-organization/src/roles/roles-table.tsx', openMenu(page), item, [320])
  await sheets.compare('roles')
})

test('draws the dialogs and menus of the administration as recorded', async ({ page }) => {
  const sheets = await Sheets.of(page)
  const dialog = page.getByRole('dialog')
  const domain = 'administration.example'
  await forget(domain)
  const email = await signUp(page, 'Olga Petrenko', domain)
  await foundHarbourLab(page, domain)
  await runInDatabase((db) => db.write`update "user" set "role" = 'admin' where "email" = ${email}`)

  await page.goto(`/admin/people/anna@${domain}`)
  await page.getByRole('button', { name: 'Actions' }).click()
  const item = (name: string) => page.getByRole('menuitem', { name })
  await sheets.take('mf-admin/src/person/person-page.tsx', openMenu(page), item('Delete account…'))
  for (const [name, content] of [
    ['Ban…', dialog.getByRole('button', { name: 'Ban', exact: true })],
    ['Set password…', page.getByText('8 to 128 characters.')],
  ] as const) {
    await item(name).click()
    await sheets.take('mf-admin/src/act-dialog.tsx', dialog, content)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Actions' }).click()
  }
  await sheets.compare('administration')
})

test('leaves out no file that draws a dialog or a menu', () => {
  const root = join(import.meta.dirname, '../..')
  const folders = ['packages/kit', 'shell', 'mf-auth', 'mf-account', 'mf-organization', 'mf-admin'].map(
    (name) => `${name}/src`,
  )
  const files = globSync(
    folders.map((folder) => `${folder}/**/*.tsx`),
    { cwd: root },
  )
  const drawn = files.filter((file) => !/\.test\.|\/generated\//.test(file) && opensSomething(join(root, file)))
  expect(drawn.length).toBeGreaterThan(20)
  const pictured = readFileSync(import.meta.filename, 'utf8')
  expect(drawn.filter((file) => !pictured.includes(`'${file}'`) && !parts.has(file))).toEqual([])
})

function opensSomething(path: string): boolean {
  return /<(Dialog|Popover|Menu|MenuButton|RowMenu)\b/.test(readFileSync(path, 'utf8'))
}

/** Parts of the others, and what looks like them. */
const parts = new Set([
  'mf-account/src/security/passkey-row.tsx',
  'mf-account/src/security/two-factor/authenticator-row.tsx', // a password as in other dialogs
  'mf-account/src/security/two-factor/backup-codes-row.tsx', // has secrets, as the next one
  'mf-account/src/security/two-factor/set-up-dialog.tsx',
  'mf-account/src/security/two-factor/trusted-devices-row.tsx', // a list of rows
  'mf-admin/src/emails/emails-page.tsx', // the menu of a row, and the dialog of acts
  'mf-admin/src/organizations/organization-page.tsx', // the menu of a person with one entry
  'mf-organization/src/keys/key-list.tsx', // a form as that of a role
  'mf-organization/src/keys/key-row.tsx', // a menu and a question
  'mf-organization/src/roles/roles-page.tsx',
  'mf-organization/src/row-menu.tsx',
  'mf-organization/src/settings/second-factor-row.tsx', // a form with one choice
  'mf-organization/src/webhooks/deliveries.tsx', // text and a button
  'mf-organization/src/webhooks/webhook-head.tsx', // the menu of a row
  'mf-organization/src/webhooks/webhooks-page.tsx', // a form as that of a role
  'shell/src/layout/signed-in-header.tsx', // the menu at 320 px
  'shell/src/navigation/navigation-bar.tsx', // the same in a wide window, for what does not fit
])
