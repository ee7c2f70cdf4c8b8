import { act, screen, within } from 'kit/testing/page'
import { requestsOf, server } from 'kit/testing/server'
import { expect, test, vi } from 'vitest'
import { openPage } from '../testing/open-page.ts'
import { refusedWith, serve } from '../testing/gateway.ts'

const free = { isAvailable: true, suggestions: [] }
const taken = (...suggestions: string[]) => ({ isAvailable: false, suggestions })

async function openForm() {
  serve()
  server.graphql['organizationSlug'] ??= ({ slug }: { slug: string }) =>
    slug === 'taken' ? taken('taken-2', 'taken-3', 'taken-4') : free
  const page = await openPage('/organizations/new')
  const name = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Organization name' })
  const address = screen.getByRole<HTMLInputElement>('textbox', { name: 'URL' })
  vi.useFakeTimers()
  return {
    ...page,
    name,
    address,
    create: () => page.user.click(screen.getByRole('button', { name: 'Create organization' })),
  }
}
const settle = () => act(async () => vi.advanceTimersByTime(300))
const hint = () => screen.getByText(/is available|is taken|Lowercase letters, digits and hyphens/).textContent.trim()

test('derives the slug from the name until it is edited, and again after it was cleared', async () => {
  const { user, name, address } = await openForm()
  await user.type(name, 'Rowers & Co')
  expect(address.value).toBe('rowers-co')
  await user.type(address, '-2')
  await user.type(name, ' Ltd')
  expect(address.value).toBe('rowers-co-2')
  await user.clear(address)
  await user.type(name, '.')
  expect(address.value).toBe('rowers-co-ltd')
})

test('checks the slug once typing stops', async () => {
  const { user, address } = await openForm()
  await user.type(address, 'row')
  await act(async () => vi.advanceTimersByTime(200))
  await user.type(address, 'ers')
  await act(async () => vi.advanceTimersByTime(299))
  expect(requestsOf('SlugAvailability')).toEqual([])
  await act(async () => vi.advanceTimersByTime(1))
  await screen.findByText('rowers is available.')
  expect(requestsOf('SlugAvailability')).toEqual([{ slug: 'rowers' }])
})

test('hides the result for the previous text while typing continues', async () => {
  const { user, address } = await openForm()
  await user.type(address, 'taken')
  await settle()
  await screen.findByText('taken is taken.')
  await user.type(address, '2')
  expect(hint()).toBe('Lowercase letters, digits and hyphens.')
  await settle()
  await screen.findByText('taken2 is available.')
})

test('ignores an older response that arrives last', async () => {
  const held = Promise.withResolvers<typeof free>()
  server.graphql['organizationSlug'] = ({ slug }: { slug: string }) => (slug === 'rowers' ? held.promise : taken())
  const { user, address } = await openForm()
  await user.type(address, 'rowers')
  await settle()
  await user.type(address, '2')
  await settle()
  await screen.findByText('rowers2 is taken.')
  await act(async () => held.resolve(free))
  await settle()
  expect(hint()).toBe('rowers2 is taken.')
})

test('does not report a slug as taken because of its own submission', async () => {
  const held = Promise.withResolvers<ReturnType<typeof taken>>()
  server.graphql['organizationSlug'] = () => held.promise
  const created = Promise.withResolvers<unknown>()
  server.graphql['createOrganization'] = () => created.promise
  const { user, name, create } = await openForm()
  await user.type(name, 'Rowers')
  await settle()
  await create()
  await act(async () => held.resolve(taken('rowers-2')))
  await settle()
  expect(hint()).toContain('Lowercase')
  expect(screen.queryByRole('button', { name: 'rowers-2' })).toBeNull()
  await act(async () => created.resolve(refusedWith('ORGANIZATION_ALREADY_EXISTS')))
  await screen.findByRole('button', { name: 'rowers-2' })
})

test('suggests free slugs for a taken one, which keeps the focus', async () => {
  const { user, name, address, create } = await openForm()
  await user.type(name, 'Taken')
  await settle()
  const choices = within(screen.getByRole('group', { name: 'Available URLs' }))
  await choices.findByRole('button', { name: 'taken-2' })
  expect(choices.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'taken-2',
    'taken-3',
    'taken-4',
  ])
  await user.click(choices.getByRole('button', { name: 'taken-3' }))
  expect([address.value, document.activeElement]).toEqual(['taken-3', address])
  expect(choices.queryByRole('button')).toBeNull()
  await user.type(name, '!')
  expect(address.value).toBe('taken-3')
  server.graphql['createOrganization'] = () => refusedWith('ORGANIZATION_ALREADY_EXISTS')
  server.graphql['organizationSlug'] = () => taken('taken-7')
  await create()
  await choices.findByRole('button', { name: 'taken-7' })
})

test('derives a slug from a name in any script', async () => {
  const { user, name, address } = await openForm()
  await user.type(name, '日')
  const { value } = address
  expect(value).toMatch(/^org-\d{5}$/)
  screen.getByText(/Suggested, because the name has no Latin letters/)
  await user.type(name, '本')
  expect(address.value).toBe(value)
  await user.clear(name)
  expect(address.value).toBe('')
})

test('does not check an invalid slug', async () => {
  const { user, address } = await openForm()
  await user.type(address, '-x')
  await settle()
  expect(hint()).toBe('Lowercase letters, digits and hyphens.')
  expect(requestsOf('SlugAvailability')).toEqual([])
})

test('shows nothing if the check fails', async () => {
  server.graphql['organizationSlug'] = () => null
  const { user, address } = await openForm()
  await user.type(address, 'rowers')
  await settle()
  await settle()
  expect(requestsOf('SlugAvailability')).toHaveLength(1)
  expect(hint()).toBe('Lowercase letters, digits and hyphens.')
})

test('shows missing and invalid input at its field, and sends nothing', async () => {
  const { user, create, address } = await openForm()
  await create()
  await screen.findByText('Enter a name.')
  expect(screen.getByText('Enter a URL.')).toBeDefined()
  await user.type(address, 'Ä b')
  await create()
  await screen.findByText('Use lowercase letters and digits, with hyphens between them.')
  expect(requestsOf('CreateOrganization')).toEqual([])
})

test('shows a slug that was taken meanwhile at its field', async () => {
  server.graphql['createOrganization'] = () => refusedWith('ORGANIZATION_ALREADY_EXISTS')
  const { user, name, address, create } = await openForm()
  await user.type(name, 'Rowers')
  await create()
  await screen.findByText('This URL is taken. Choose another one.')
  expect(document.activeElement).toBe(address)
})

test('creates the organization with a first team that is not named like it', async () => {
  server.graphql['createOrganization'] = () => refusedWith('ORGANIZATION_ALREADY_EXISTS')
  const { user, name, create } = await openForm()
  await user.type(name, 'Rowers')
  await create()
  const input = { name: 'Rowers', slug: 'rowers', teamName: 'General' }
  await vi.waitFor(() => expect(requestsOf('CreateOrganization')).toEqual([{ input }]))
})

test('shows any other refusal above the form, and keeps the input', async () => {
  server.graphql['createOrganization'] = () => refusedWith('YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_ORGANIZATIONS')
  const { user, name, create, arrivedAt } = await openForm()
  await user.type(name, 'Rowers')
  await create()
  expect((await screen.findByRole('alert')).textContent).toContain(
    'You’ve reached the maximum number of organizations.',
  )
  expect(name.value).toBe('Rowers')
  await arrivedAt('/organizations/new')
})
