import { open, screen } from 'kit/testing/page'
import { askedOf, server } from 'kit/testing/server'
import { expect, test } from 'vitest'
import { remote } from '../remote.tsx'
import { done, inPages, organization, refusedWith, serve } from '../testing/gateway.ts'

const rowers = () => organization(['OWNER'], ['ORGANIZATION_UPDATE', 'ORGANIZATION_DELETE'])

async function openSettings(shown = rowers()) {
  serve(shown)
  server.graphql['isOrganizationSlugAvailable'] = () => true
  const page = await open(remote.routes, '/organizations/rowers/settings')
  await screen.findByRole('heading', { name: 'Leave the organization' })
  return { ...page, shown, press: (name: string) => page.user.click(screen.getByRole('button', { name })) }
}
const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
/** After leaving, the list of organizations is shown. */
const serveList = () => {
  server.graphql['viewer'] = () => ({
    user: { id: 'ada', name: 'Ada' },
    organizations: inPages(() => []),
    invitations: inPages(() => []),
  })
}

test('a new name is saved and stands in the heading; the address that nobody touched is not sent', async () => {
  const { user, press, shown } = await openSettings()
  server.graphql['updateOrganization'] = () => ({ organization: { ...shown, name: 'Scullers' }, userErrors: [] })
  await user.clear(field('Name of the organization'))
  await user.type(field('Name of the organization'), ' Scullers ')
  await press('Save')
  await screen.findByText('Saved.')
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Scullers')
  expect(askedOf('UpdateOrganization')).toEqual([{ input: { organizationId: 'rowers', name: 'Scullers' } }])
})

test('with a new address one stays in the settings, under it', async () => {
  const { user, press, arrivedAt, shown } = await openSettings()
  server.graphql['updateOrganization'] = () => {
    shown.slug = 'scullers'
    return { organization: shown, userErrors: [] }
  }
  await user.clear(field('Address'))
  await user.type(field('Address'), 'scullers')
  await press('Save')
  await arrivedAt('/organizations/scullers/settings')
  await screen.findByText('Saved.')
  const input = { organizationId: 'rowers', name: 'Rowers', slug: 'scullers' }
  expect(askedOf('UpdateOrganization')).toEqual([{ input }])
})

test('a taken address is told at its field, and nothing is said to be saved', async () => {
  const { user, press } = await openSettings()
  server.graphql['updateOrganization'] = () => refusedWith('ORGANIZATION_ALREADY_EXISTS')
  await user.type(field('Address'), '2')
  await press('Save')
  await screen.findByText('This address is taken. Choose another one.')
  expect(document.activeElement).toBe(field('Address'))
  expect(screen.queryByText('Saved.')).toBeNull()
})

test('an address that is none is not sent', async () => {
  const { user, press } = await openSettings()
  await user.type(field('Address'), '-')
  await press('Save')
  await screen.findByText('Use lower-case letters, digits and hyphens between them.')
  expect(askedOf('UpdateOrganization')).toEqual([])
})

test('an organization is deleted only after its address was typed out', async () => {
  server.graphql['deleteOrganization'] = () => done
  serveList()
  const { user, press, arrivedAt } = await openSettings()
  await user.type(field('Type rowers to confirm'), 'row')
  await press('Delete the organization')
  await screen.findByText('This is not the address of the organization.')
  expect(askedOf('DeleteOrganization')).toEqual([])
  await user.type(field('Type rowers to confirm'), 'ers ')
  await press('Delete the organization')
  await arrivedAt('/organizations')
  expect(askedOf('DeleteOrganization')).toEqual([{ input: { organizationId: 'rowers' } }])
})

test('who leaves sees the other organizations', async () => {
  server.graphql['leaveOrganization'] = () => done
  serveList()
  const { press, arrivedAt } = await openSettings()
  await press('Leave')
  await arrivedAt('/organizations')
})

test.each([
  ['Leave', 'leaveOrganization'],
  ['Delete the organization', 'deleteOrganization'],
])('%s: a refusal is told, and one stays', async (button, mutation) => {
  server.graphql[mutation] = () => refusedWith('YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER')
  const { user, press, arrivedAt } = await openSettings()
  await user.type(field('Type rowers to confirm'), 'rowers')
  await press(button)
  await screen.findByText('The organization needs an owner. Make somebody else one first.')
  await arrivedAt('/organizations/rowers/settings')
})

test('who may not change it is only offered to leave', async () => {
  await openSettings(organization(['MEMBER'], []))
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    'Leave the organization',
  ])
})

test('an organization that is gone, or that one is not in, leads to the own ones', async () => {
  serve()
  await open(remote.routes, '/organizations/rowers/settings')
  await screen.findByText('This organization does not exist, or you are not a member of it.')
  expect(screen.getByRole('link').getAttribute('href')).toBe('/organizations')
})
