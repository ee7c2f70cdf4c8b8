import { screen, waitFor, within } from 'kit/testing/page'
import { graphqlError, requestsOf, server } from 'kit/testing/server'
import { expect, test } from 'vitest'
import { openPage } from '../testing/open-page.ts'
import { done, inPages, invitation, member, organization, ownRole, refusedWith, serve } from '../testing/gateway.ts'

const support = () => ownRole('support', 'Help desk', ['member:update', 'team:create'], 4)

/** Opens the page as Ada, by default an owner. */
async function openRoles(own = [support()], { isOwner = true, grants = ['ac:read'] } = {}) {
  const rowers = organization([isOwner ? 'OWNER' : 'MEMBER'], [])
  rowers.viewerGrants = isOwner ? (rowers.builtInRoles[0]?.grants ?? []) : grants
  rowers.roles = own
  serve(rowers)
  const page = await openPage('/organizations/rowers/roles')
  await screen.findByRole('table')
  const press = (name: string | RegExp) => page.user.click(screen.getByRole('button', { name }))
  return {
    ...page,
    rowers,
    press,
    choose: async (name: string, action: string) => {
      await press(`Actions for ${name}`)
      const menu = within(screen.getByRole('menu', { name: `Actions for ${name}` }))
      await page.user.click(await menu.findByRole('menuitem', { name: new RegExp(`^${action}`) }))
      return within(await screen.findByRole('dialog'))
    },
  }
}

type Page = Awaited<ReturnType<typeof openRoles>>

async function openCreation({ press }: Page) {
  await press('Create role')
  const dialog = within(await screen.findByRole('dialog', { name: 'Create role' }))
  await dialog.findByRole('textbox', { name: 'Name' })
  return dialog
}

const cells = (row: string) =>
  within(screen.getByRole('rowheader', { name: row }).closest('tr') ?? document.body)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent)

test('shows what each role grants and by how many it is used', async () => {
  await openRoles([support(), ownRole('clerk', null, [])])
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent?.replace(/Actions.*/, ''))).toEqual([
    'OwnerUsed by 1',
    'AdminNot in use',
    'MemberNot in use',
    'Help desksupportUsed by 4',
    'clerkNot in use',
  ])
  expect(cells('Create teams')).toEqual(['Yes', '–No', '–No', 'Yes', '–No'])
  expect(screen.getByRole('link', { name: 'Used by 4' }).getAttribute('href')).toBe(
    '/organizations/rowers?role=support',
  )
})

test('groups permissions of remotes under their names', async () => {
  const rowers = organization(['OWNER'], [])
  rowers.viewerGrants = ['ac:read']
  rowers.builtInRoles = [ownRole('owner', null, ['ac:read', 'mf-invoices:approve', 'mf-invoices:pay'])]
  rowers.remotePermissions = [{ name: 'mf-invoices:approve', label: 'Approve invoices' }]
  serve(rowers)
  await openPage('/organizations/rowers/roles')
  await screen.findByRole('rowheader', { name: 'mf-invoices' })
  expect(screen.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual([
    'Roles',
    'See roles',
    'mf-invoices',
    'Approve invoices',
    'pay',
  ])
})

test('creates a role with a key from its name', async () => {
  const page = await openRoles([])
  await screen.findByText('Create roles of your own to give people exactly the permissions they need.')
  const dialog = await openCreation(page)
  await page.user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Help Desk')
  expect(dialog.getByRole<HTMLInputElement>('textbox', { name: 'Key' }).value).toBe('help-desk')
  await page.user.click(dialog.getByRole('checkbox', { name: 'Invite people' }))
  server.graphql['createRole'] = () => {
    page.rowers.roles = [ownRole('help-desk', 'Help Desk', ['invitation:create'])]
    return done
  }
  await page.user.click(dialog.getByRole('button', { name: 'Create role' }))
  await screen.findByText('The role Help Desk was created.')
  await screen.findByRole('columnheader', { name: /^Help Desk/ })
  const input = { organizationId: 'rowers', name: 'help-desk', label: 'Help Desk', confirm: false }
  expect(requestsOf('CreateRole')).toEqual([{ input: { ...input, grants: ['invitation:create'] } }])
})

test('checks name and key before it sends them', async () => {
  const page = await openRoles([])
  const dialog = await openCreation(page)
  await page.user.type(dialog.getByRole('textbox', { name: 'Key' }), 'two words')
  await page.user.click(dialog.getByRole('button', { name: 'Create role' }))
  await dialog.findByText('Enter a name.')
  await dialog.findByText('Use at most 32 letters a to z, digits, dots, hyphens and underscores.')
  expect(requestsOf('CreateRole')).toEqual([])
})

test('lists adopted members who have the key already, and asks', async () => {
  const page = await openRoles([])
  const bob = { ...member('Bob'), assignedRoles: ['legacy'] }
  page.rowers.members = inPages(() => [bob])
  server.graphql['createRole'] = ({ input }: { input: { confirm: boolean } }) =>
    input.confirm ? done : refusedWith('MEMBERS_HAVE_THIS_ROLE')
  const dialog = await openCreation(page)
  await page.user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Legacy')
  await page.user.click(dialog.getByRole('button', { name: 'Create role' }))
  await dialog.findByText('These people get the permissions of the role at once:')
  await dialog.findByText('Bob')
  await page.user.click(dialog.getByRole('button', { name: 'Create anyway' }))
  await screen.findByText('The role Legacy was created.')
  expect(requestsOf('CreateRole').map((sent) => Object(sent).input.confirm)).toEqual([false, true])
})

test('sends only what was edited', async () => {
  const page = await openRoles()
  server.graphql['updateRole'] = () => done
  const dialog = await page.choose('Help desk', 'Edit')
  await page.user.click(await dialog.findByRole('checkbox', { name: 'Remove members' }))
  await page.user.click(dialog.getByRole('button', { name: 'Save' }))
  await screen.findByText('The role Help desk was saved.')
  const grants = ['member:update', 'team:create']
  const input = { organizationId: 'rowers', confirm: false, name: 'support' }
  expect(requestsOf('UpdateRole')).toEqual([
    { input: { ...input, grants: [...grants, 'member:delete'], expected: { grants } } },
  ])
})

test('shows what somebody else saved meanwhile, keeps the choice, and saves it anyway', async () => {
  const page = await openRoles()
  server.graphql['updateRole'] = ({ input }: { input: { expected: { grants: string[] } } }) => {
    if (input.expected.grants.join() === 'audit:read') return done
    page.rowers.roles = [ownRole('support', 'Help desk', ['audit:read'], 4)]
    return refusedWith('ROLE_HAS_CHANGED')
  }
  const dialog = await page.choose('Help desk', 'Edit')
  await page.user.click(await dialog.findByRole('checkbox', { name: 'Remove members' }))
  await page.user.click(dialog.getByRole('button', { name: 'Save' }))
  await dialog.findByText('Someone else saved another change. Yours isn’t saved yet.')
  await dialog.findByText('Someone else changed the permissions to: Read the audit log')
  expect(dialog.getByRole<HTMLInputElement>('checkbox', { name: 'Remove members' }).checked).toBe(true)
  await page.user.click(dialog.getByRole('button', { name: 'Save anyway' }))
  await screen.findByText('The role Help desk was saved.')
})

test('says that a role was deleted meanwhile, and keeps the dialog', async () => {
  const page = await openRoles()
  server.graphql['updateRole'] = () => {
    page.rowers.roles = []
    return refusedWith('ROLE_NOT_FOUND')
  }
  const dialog = await page.choose('Help desk', 'Edit')
  await page.user.click(await dialog.findByRole('checkbox', { name: 'Remove members' }))
  await page.user.click(dialog.getByRole('button', { name: 'Save' }))
  await dialog.findByText('This role no longer exists. Reload the page.')
})

test('gives only permissions that the user has, and explains the others', async () => {
  const grants = ['ac:read', 'ac:create', 'ac:update', 'ac:delete', 'member:update']
  const page = await openRoles([support(), ownRole('clerk', null, ['member:update'])], { isOwner: false, grants })
  await page.press('Actions for Help desk')
  const edit = await screen.findByRole('menuitem', { name: /^Edit/ })
  expect([edit.getAttribute('aria-disabled'), edit.textContent]).toEqual([
    'true',
    'Edit…It has permissions that your role lacks.',
  ])
  const dialog = await page.choose('clerk', 'Edit')
  const box = async (name: string) => dialog.findByRole<HTMLInputElement>('checkbox', { name })
  expect((await box('Change roles and teams of members')).disabled).toBe(false)
  expect((await box('Create teams')).disabled).toBe(true)
  expect((await box('Create teams')).getAttribute('aria-describedby')).not.toBeNull()
  expect(dialog.getAllByText('Your role lacks it, so you can’t give it.').length).toBeGreaterThan(5)
})

test('offers nothing to those who may only read roles', async () => {
  await openRoles([support()], { isOwner: false })
  expect(screen.queryByRole('button', { name: 'Create role' })).toBeNull()
  expect(screen.queryByRole('button', { name: /^Actions for/ })).toBeNull()
})

test('says who has a role that cannot be deleted, and leads there', async () => {
  const page = await openRoles()
  const bob = { ...member('Bob'), assignedRoles: ['support'] }
  page.rowers.members = inPages(() => [bob])
  page.rowers.invitations = inPages(() => [{ ...invitation('zoe'), assignedRoles: ['support'] }, invitation('yan')])
  const dialog = await page.choose('Help desk', 'Delete')
  await dialog.findByText('Bob')
  expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Bob',
    'zoe@example.com (invited)',
  ])
  expect(dialog.queryByRole('button', { name: 'Delete' })).toBeNull()
  await page.user.click(dialog.getByRole('link', { name: 'Show these members' }))
  await page.arrivedAt('/organizations/rowers?role=support')
})

test('deletes a role that is free, and says so if it is not any more', async () => {
  const page = await openRoles()
  server.graphql['deleteRole'] = () => refusedWith('ROLE_IS_ASSIGNED_TO_MEMBERS')
  const dialog = await page.choose('Help desk', 'Delete')
  const bob = { ...member('Bob'), assignedRoles: ['support'] }
  await dialog.findByRole('button', { name: 'Delete' })
  page.rowers.members = inPages(() => [bob])
  await page.user.click(dialog.getByRole('button', { name: 'Delete' }))
  await dialog.findByText('Bob')
  page.rowers.members = inPages(() => [])
  server.graphql['deleteRole'] = () => done
  await page.user.click(dialog.getByRole('button', { name: 'Close' }))
  const again = await page.choose('Help desk', 'Delete')
  await page.user.click(await again.findByRole('button', { name: 'Delete' }))
  await screen.findByText('The role Help desk was deleted.')
  expect(requestsOf('DeleteRole')).toHaveLength(2)
})

test('marks the column that a narrow window shows', async () => {
  const { user } = await openRoles()
  const chosen = () => screen.getAllByRole('columnheader').filter(({ dataset }) => dataset['chosen'] === 'true')
  expect(chosen()[0]?.textContent).toContain('Help desk')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Role' }), 'Admin')
  await waitFor(() => expect(chosen()[0]?.textContent).toContain('Admin'))
  expect(chosen()).toHaveLength(1)
})

test('offers a retry if the page cannot be loaded', async () => {
  const rowers = organization(['OWNER'], [])
  rowers.viewerGrants = ['ac:read']
  serve(rowers)
  const { organization: found } = server.graphql
  server.graphql['organization'] = () => {
    throw graphqlError('UPSTREAM_UNAVAILABLE')
  }
  const { user } = await openPage('/organizations/rowers/roles')
  await screen.findByRole('alert')
  if (found) server.graphql['organization'] = found
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByRole('table')
})
