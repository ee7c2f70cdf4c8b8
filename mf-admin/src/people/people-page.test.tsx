import { screen, waitFor, within } from 'kit/testing/page'
import { person, sessionOf } from 'kit/testing/people'
import { refused, requestsOf, server } from 'kit/testing/server'
import { beforeEach, expect, test } from 'vitest'
import { openPage } from '../testing/open-page.ts'

const ada = person('Ada', { role: 'admin' })
const bob = person('Bob', {
  username: 'bob',
  displayUsername: 'Bobby',
  banned: true,
  emailVerified: false,
  createdAt: '2026-03-04T12:00:00.000Z',
})
let total: number
let next: string | null

beforeEach(() => {
  server.signedIn = { user: ada, session: sessionOf(ada) }
  total = 2
  next = null
  server.rest['GET /admin/list-users'] = () =>
    Response.json({ users: [ada, bob], total }, next === null ? {} : { headers: { 'next-cursor': next } })
})

const asked = () => requestsOf('GET /admin/list-users')
const rows = async () =>
  within(await screen.findByRole('table', { name: 'People' }))
    .getAllByRole('row')
    .slice(1)
const choose = async (page: Awaited<ReturnType<typeof openPage>>, name: string, option: string) =>
  page.user.selectOptions(await screen.findByRole('combobox', { name }), option)

test('lists people, newest first, with what stands out about them', async () => {
  await openPage('/admin')
  expect((await rows()).map((row) => row.textContent)).toEqual([
    'AAdaAdministratorada@example.comJan 1, 2026',
    'BBobBannedNot verifiedbob@example.comBobbyMar 4, 2026',
  ])
  expect(screen.getByRole('link', { name: 'Bob' }).getAttribute('href')).toBe('/admin/people/bob')
  screen.getByRole('heading', { name: 'People 2' })
  expect(asked()).toEqual([{ limit: '50', sortBy: 'createdAt', sortDirection: 'desc' }])
})

test.each([
  ['', { searchField: 'email', searchOperator: 'starts_with', searchValue: 'bo', sortBy: 'email', sortDirection: 'asc' }],
  ['by=name', { searchField: 'name', searchOperator: 'starts_with', searchValue: 'bo', sortBy: 'name', sortDirection: 'asc' }],
  ['by=part-of-name', { searchField: 'name', searchOperator: 'contains', searchValue: 'bo', sortBy: 'createdAt', sortDirection: 'desc' }],
  ['by=username&show=banned', { filterField: 'username', filterValue: 'bo', sortBy: 'createdAt', sortDirection: 'desc' }],
  ['by=constructor&show=banned', { searchField: 'email', searchOperator: 'starts_with', searchValue: 'bo', sortBy: 'email', sortDirection: 'asc', filterField: 'banned', filterValue: 'true' }],
])('searches as the URL says: %s', async (search, query) => {
  await openPage(`/admin/people?q=bo&${search}`)
  await rows()
  expect(asked()).toEqual([{ limit: '50', ...query }])
}) // prettier-ignore

test('sorts by a column and in reverse, in the URL, also what is searched for', async () => {
  const page = await openPage('/admin/people?q=bo&after=place&from=51')
  const header = (name: string) => screen.findByRole('columnheader', { name })
  const sorted = async (name: string) => (await header(name)).getAttribute('aria-sort')
  const press = async (name: string) => page.user.click(within(await header(name)).getByRole('button'))
  expect(await sorted('Email')).toBe('ascending')
  await press('Name')
  await page.arrivedAt('/admin/people?q=bo&sort=name')
  expect([await sorted('Name'), await sorted('Email')]).toEqual(['ascending', null])
  await press('Name')
  await page.arrivedAt('/admin/people?q=bo&sort=-name')
  expect(await sorted('Name')).toBe('descending')
  await press('Joined')
  await page.arrivedAt('/admin/people?q=bo&sort=createdAt')
  expect(asked()).toMatchObject([
    { sortBy: 'email', sortDirection: 'asc' },
    { sortBy: 'name', sortDirection: 'asc' },
    { sortBy: 'name', sortDirection: 'desc' },
    { sortBy: 'createdAt', sortDirection: 'asc', searchField: 'email', searchValue: 'bo' },
  ])
})

test('keeps search and filters in the URL, and starts at the first page again', async () => {
  const page = await openPage('/admin/people?after=place&from=51')
  await page.user.type(await screen.findByRole('searchbox', { name: 'Search: People' }), 'bob{Enter}')
  await page.arrivedAt('/admin/people?q=bob')
  await choose(page, 'Show', 'Banned')
  await page.arrivedAt('/admin/people?q=bob&show=banned')
  await choose(page, 'Show', 'Joined since…')
  await page.user.type(await screen.findByLabelText('Joined since'), '2026-02-01')
  await page.arrivedAt('/admin/people?q=bob&show=since&since=2026-02-01')
  await waitFor(() =>
    expect(asked().at(-1)).toMatchObject({
      filterField: 'createdAt',
      filterOperator: 'gte',
      filterValue: new Date('2026-02-01T00:00').toISOString(),
    }),
  )
})

test('pages by cursors, and back', async () => {
  total = 10_000
  next = 'second'
  const page = await openPage('/admin/people?show=unverified')
  await screen.findByRole('heading', { name: 'People 10,000' })
  await page.user.click(screen.getByRole('button', { name: 'Next page' }))
  await page.arrivedAt('/admin/people?show=unverified&after=second&from=51')
  await screen.findByText('51–52 of 10,000')
  expect(asked().at(-1)).toMatchObject({ cursor: 'second', filterField: 'emailVerified' })
  await page.user.click(screen.getByRole('button', { name: 'Previous page' }))
  await page.arrivedAt('/admin/people?show=unverified')
})

test('leads from a linked page to the first one', async () => {
  const page = await openPage('/admin/people?after=second&from=101')
  await page.user.click(await screen.findByRole('button', { name: 'Previous page' }))
  await page.arrivedAt('/admin/people')
})

test('says that a search for a part stopped', async () => {
  server.rest['GET /admin/list-users'] = () => ({ users: [bob], total: 1000, searchStopped: true })
  await openPage('/admin/people?q=bo&by=part-of-name')
  await screen.findByText('More match. Narrow the search.')
})

test('offers to clear filters that match nobody', async () => {
  server.rest['GET /admin/list-users'] = () => ({ users: [], total: 0 })
  const page = await openPage('/admin/people?q=zoe&show=banned')
  await screen.findByRole('heading', { name: 'Nothing matches “zoe”' })
  await page.user.click(screen.getByRole('button', { name: 'Clear filters' }))
  await page.arrivedAt('/admin/people')
})

test('offers to try again if the list cannot be loaded', async () => {
  const list = server.rest['GET /admin/list-users']
  server.rest['GET /admin/list-users'] = () => refused(503, 'SERVER_BUSY')
  const { user } = await openPage('/admin/people')
  await screen.findByRole('alert')
  Object.assign(server.rest, { 'GET /admin/list-users': list })
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await rows()).toHaveLength(2)
})
