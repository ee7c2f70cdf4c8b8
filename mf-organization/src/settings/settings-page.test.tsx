import { useHasUnsavedChanges } from 'kit/shell'
import { fireEvent, renderPart, screen, waitFor, within } from 'kit/testing/page'
import { requestsOf, server } from 'kit/testing/server'
import { expect, test, vi } from 'vitest'
import { openPage } from '../testing/open-page.ts'
import { done, inPages, member, organization, refusedWith, refuseUntilSignIn, serve } from '../testing/gateway.ts'

const rowers = () => organization(['OWNER'], ['ORGANIZATION_UPDATE', 'ORGANIZATION_DELETE'])
const withTwoOwners = () => ({
  ...rowers(),
  members: inPages(() => [member('Ada', 'OWNER'), member('Bob', 'OWNER')]),
})

async function openSettings(shown = rowers()) {
  serve(shown)
  server.graphql['organizationSlug'] = () => ({ isAvailable: true, suggestions: [] })
  const page = await openPage('/organizations/rowers/settings')
  await screen.findByRole('heading', { name: 'Danger zone' })
  return {
    ...page,
    shown,
    press: (name: string) => page.user.click(screen.getByRole('button', { name })),
    /** Presses a button of the dialog. */
    question: async (name: string) =>
      page.user.click(within(await screen.findByRole('dialog')).getByRole('button', { name })),
  }
}
const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
/** Leaving leads to the list of organizations. */
const serveList = () => {
  server.rest['GET /organization/list'] = () => []
  server.rest['GET /address-to-prove'] = () => ({ email: null, isProved: false })
}

test('saves a new name without the unchanged slug, and updates the heading', async () => {
  const { user, press, shown } = await openSettings()
  server.graphql['updateOrganization'] = () => ({ organization: { ...shown, name: 'Scullers' }, userErrors: [] })
  await user.clear(field('Organization name'))
  await user.type(field('Organization name'), ' Scullers ')
  await press('Save changes')
  await screen.findByText('Saved.')
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Scullers')
  const input = { organizationId: 'rowers', name: 'Scullers', expected: { name: 'Rowers' } }
  expect(requestsOf('UpdateOrganization')).toEqual([{ input }])
})

function withPicture() {
  vi.stubGlobal('createImageBitmap', async () => ({ width: 400, height: 200, close() {} }))
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
  vi.spyOn(HTMLCanvasElement.prototype, 'toDataURL').mockReturnValue('data:image/webp;base64,AAAA')
}

test('prevents a reload while a logo is uploading', async () => {
  withPicture()
  const { user, shown, question } = await openSettings()
  await renderPart(<Holding />)
  const saved = Promise.withResolvers<void>()
  server.graphql['updateOrganization'] = async () => {
    await saved.promise
    return { organization: shown, userErrors: [] }
  }
  const file = new File(['x'], 'logo.png', { type: 'image/png' })
  await user.upload(screen.getByLabelText('Logo of the organization'), file)
  await question('Save')
  await waitFor(() => expect(requestsOf('UpdateOrganization')).toHaveLength(1))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.queryByText('unsaved')).not.toBeNull()
  saved.resolve()
  await waitFor(() => expect(screen.queryByText('unsaved')).toBeNull())
})

/** Shows what the shell checks before it reloads. */
const Holding = () => useHasUnsavedChanges() && 'unsaved'

test('reports an invalid or refused logo', async () => {
  vi.stubGlobal('createImageBitmap', async () => Promise.reject(new Error('no picture')))
  await openSettings()
  const file = new File(['x'], 'logo.png', { type: 'image/png' })
  fireEvent.drop(screen.getByLabelText('Logo of the organization'), { dataTransfer: { files: [file] } })
  expect((await screen.findByRole('alert')).textContent).toContain('This file can’t be used.')
  expect(requestsOf('UpdateOrganization')).toEqual([])
  fireEvent.paste(screen.getByRole('button', { name: 'Upload logo' }), { clipboardData: { files: [] } })
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  fireEvent.paste(screen.getByRole('button', { name: 'Upload logo' }), { clipboardData: { files: [file] } })
  await screen.findByRole('alert')
})

test('stays in the settings at the new slug', async () => {
  const { user, press, arrivedAt, shown } = await openSettings()
  server.graphql['updateOrganization'] = () => {
    shown.slug = 'scullers'
    return { organization: shown, userErrors: [] }
  }
  await user.clear(field('URL'))
  await user.type(field('URL'), 'scullers')
  await press('Save changes')
  await arrivedAt('/organizations/scullers/settings')
  await screen.findByText('Saved.')
  const input = { organizationId: 'rowers', slug: 'scullers', expected: { slug: 'rowers' } }
  expect(requestsOf('UpdateOrganization')).toEqual([{ input }])
})

test('redirects a former slug with the rest of the URL', async () => {
  const present = { ...rowers(), slug: 'scullers' }
  serve(present)
  const { organization: find } = server.graphql
  server.graphql['organization'] = ({ by }: { by: { slug?: string } }) =>
    by.slug === 'rowers' ? present : Reflect.apply(find ?? (() => null), null, [{ by }])
  const { arrivedAt } = await openPage('/organizations/rowers/settings?from=mail#leave')
  await arrivedAt('/organizations/scullers/settings?from=mail#leave')
  await screen.findByRole('heading', { name: 'Danger zone' })
})

test('warns about the consequences before the slug is changed', async () => {
  await openSettings()
  screen.getByText(/Your last five URLs keep redirecting members here/)
})

test('shows a taken slug at its field, without a success message', async () => {
  const { user, press } = await openSettings()
  server.graphql['updateOrganization'] = () => refusedWith('ORGANIZATION_ALREADY_EXISTS')
  await user.type(field('URL'), '2')
  await press('Save changes')
  await screen.findByText('This URL is taken. Choose another one.')
  await waitFor(() => expect(document.activeElement).toBe(field('URL')))
  expect(screen.queryByText('Saved.')).toBeNull()
})

test('shows what somebody else saved meanwhile, keeps the text, and saves it anyway', async () => {
  const { user, press, shown } = await openSettings()
  server.graphql['updateOrganization'] = () => {
    Object.assign(shown, { name: 'Paddlers', logo: '/api/auth/pictures/1' })
    return refusedWith('ORGANIZATION_HAS_CHANGED')
  }
  await user.clear(field('Organization name'))
  await user.type(field('Organization name'), 'Scullers')
  await press('Save changes')
  const again = await screen.findByRole('button', { name: 'Save anyway' })
  screen.getByText('Someone else saved another change. Yours isn’t saved yet.')
  expect(again.closest('form')?.textContent).toContain('Someone else changed this to Paddlers.')
  expect([field('Organization name').value, field('URL').value]).toEqual(['Scullers', 'rowers'])
  server.graphql['updateOrganization'] = () => ({ organization: { ...shown, name: 'Scullers' }, userErrors: [] })
  await user.click(again)
  await screen.findByText('Saved.')
  const name = 'Scullers'
  expect(requestsOf('UpdateOrganization')).toEqual([
    { input: { organizationId: 'rowers', name, expected: { name: 'Rowers' } } },
    { input: { organizationId: 'rowers', name, expected: { name: 'Paddlers' } } },
  ])
  expect(screen.queryByRole('button', { name: 'Save anyway' })).toBeNull()
})

test('keeps a logo that was refused because somebody else has changed it, and saves it anyway', async () => {
  const { user, press, shown } = await openSettings(Object.assign(rowers(), { logo: '/seen' }))
  server.graphql['updateOrganization'] = () => {
    Object.assign(shown, { logo: '/theirs' })
    return refusedWith('ORGANIZATION_HAS_CHANGED')
  }
  await press('Remove logo')
  const again = await screen.findByRole('button', { name: 'Save anyway' })
  server.graphql['updateOrganization'] = () => ({ organization: { ...shown, logo: null }, userErrors: [] })
  await waitFor(() => expect(requestsOf('OrganizationSettings').length).toBeGreaterThan(1))
  await user.click(again)
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Save anyway' })).toBeNull())
  expect(requestsOf('UpdateOrganization')).toEqual([
    { input: { organizationId: 'rowers', logo: null, expected: { logo: '/seen' } } },
    { input: { organizationId: 'rowers', logo: null, expected: { logo: '/theirs' } } },
  ])
})

test('discards what was edited', async () => {
  const { user, press } = await openSettings()
  expect(screen.queryByRole('button', { name: 'Discard' })).toBeNull()
  await user.type(field('Organization name'), '!')
  await press('Discard')
  expect(field('Organization name').value).toBe('Rowers')
})

test('does not send an invalid slug', async () => {
  const { user, press } = await openSettings()
  await user.type(field('URL'), '-')
  await press('Save changes')
  await screen.findByText('Use lowercase letters and digits, with hyphens between them.')
  expect(requestsOf('UpdateOrganization')).toEqual([])
})

test('deletes the organization only after its slug was typed', async () => {
  server.graphql['deleteOrganization'] = () => done
  serveList()
  const { user, press, arrivedAt } = await openSettings()
  await press('Delete…')
  await screen.findByText(/^Its only member loses access at once\./)
  const button = screen.getByRole('button', { name: 'Delete organization' })
  expect(button.dataset['variant']).toBe('outline')
  await user.type(field('Type rowers to confirm'), 'row')
  await press('Delete organization')
  await screen.findByText('That doesn’t match.')
  expect(requestsOf('DeleteOrganization')).toEqual([])
  await user.type(field('Type rowers to confirm'), 'ers ')
  expect(button.dataset['variant']).toBe('filled')
  await press('Delete organization')
  await arrivedAt('/organizations')
  await screen.findByText('Rowers was deleted.')
  expect(requestsOf('DeleteOrganization')).toEqual([{ input: { organizationId: 'rowers' } }])
})

test.each([
  ['deletes the organization', 'deleteOrganization', 'Rowers was deleted.'],
  ['lets an owner leave', 'leaveOrganization', 'You left Rowers.'],
])('asks for the password before it %s, if the sign-in is not recent', async (_, mutation, said) => {
  serveList()
  const { user, press, question, arrivedAt } = await openSettings(withTwoOwners())
  refuseUntilSignIn(mutation)
  if (mutation === 'leaveOrganization') {
    await press('Leave…')
    await question('Leave')
  } else {
    await press('Delete…')
    await user.type(await screen.findByRole('textbox', { name: 'Type rowers to confirm' }), 'rowers')
    await press('Delete organization')
  }
  const asking = within(await screen.findByRole('dialog', { name: 'Enter your password' }))
  await user.type(asking.getByLabelText('Password'), 'secret')
  await user.click(asking.getByRole('button', { name: 'Continue' }))
  await arrivedAt('/organizations')
  await screen.findByText(said)
})

test('announces the deletion once', async () => {
  server.graphql['leaveOrganization'] = () => done
  serveList()
  const { press, goTo, question } = await openSettings(withTwoOwners())
  await press('Leave…')
  await question('Leave')
  await screen.findByText('You left Rowers.')
  await goTo('/organizations/new')
  await goTo('/organizations')
  await screen.findByRole('heading', { name: 'Organizations' })
  expect(screen.queryByText('You left Rowers.')).toBeNull()
})

test('tells the only owner before the click what to do instead of leaving', async () => {
  const { press } = await openSettings()
  const leave = screen.getByRole('button', { name: 'Leave…' })
  expect(leave.getAttribute('aria-disabled')).toBe('true')
  const reason = document.getElementById(leave.getAttribute('aria-describedby') ?? '')
  expect(reason?.textContent).toBe(
    'You’re the only owner. Make someone else an owner first, or delete the organization.',
  )
  leave.focus()
  expect(document.activeElement).toBe(leave)
  await press('Leave…')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('lets another member leave if there is one owner', async () => {
  const { press } = await openSettings(organization(['ADMIN'], []))
  await press('Leave…')
  await screen.findByRole('dialog', { name: 'Leave Rowers?' })
})

test('shows a refused deletion, and stays', async () => {
  server.graphql['deleteOrganization'] = () => refusedWith('YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_ORGANIZATION')
  const { user, press, arrivedAt } = await openSettings()
  await press('Delete…')
  await user.type(field('Type rowers to confirm'), 'rowers')
  await press('Delete organization')
  await screen.findByText('Your role in this organization doesn’t allow this.')
  await arrivedAt('/organizations/rowers/settings')
})

test('explains it in the dialog if the user became the only owner meanwhile', async () => {
  server.graphql['leaveOrganization'] = () => refusedWith('YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER')
  const { press, arrivedAt, question } = await openSettings(withTwoOwners())
  await press('Leave…')
  await question('Leave')
  await screen.findByText('The organization needs an owner. Make someone else an owner first.')
  await arrivedAt('/organizations/rowers/settings')
})

test('offers only leaving without the permission to change it', async () => {
  await openSettings(organization(['MEMBER'], []))
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    'Settings',
    'Danger zone',
  ])
})

test('leads to the own organizations if this one is gone or hidden', async () => {
  serve()
  await openPage('/organizations/rowers/settings')
  await screen.findByText('Organization not found')
  expect(screen.getByRole('link').getAttribute('href')).toBe('/organizations')
})
