import { expect, test } from 'vitest'
import { renderPage, screen } from '../testing/page.tsx'
import { organization, person, sessionOf } from '../testing/people.ts'
import { refused, requestsOf, server } from '../testing/server.ts'
import { useOrganization } from './use-organization.ts'

const ann = person('Ann')
function Name() {
  const found = useOrganization()
  return <p>{found ? `${found.name}: ${found.roles.join()}; ${found.permissions.join()}` : String(found)}</p>
}
const open = () => renderPage([{ path: '/', Component: Name }], '/')

test('returns the organization of the page, without a request', async () => {
  server.organization = organization('Acme', ['organization:update'])
  await open()
  await screen.findByText('Acme: member; organization:update')
  expect(server.asked).toEqual([])
})

test('loads the active one elsewhere, with the rights there', async () => {
  server.signedIn = { user: ann, session: sessionOf(ann, { activeOrganizationId: 'b' }) }
  const details = { slug: 'beta', logo: null, metadata: null, createdAt: ann.createdAt }
  server.rest['GET /organization/get-organization'] = () => ({ id: 'b', name: 'Beta', ...details })
  server.rest['GET /organization/get-active-member-role'] = () => ({ role: 'admin,hr', permissions: ['team:create'] })
  await open()
  await screen.findByText('Beta: admin,hr; team:create')
  expect(requestsOf('GET /organization/get-organization')).toEqual([{ organizationId: 'b' }])
})

test('returns null to guests, to users without one and to those who have just left it', async () => {
  await open()
  await screen.findByText('null')
  server.signedIn = { user: ann, session: sessionOf(ann) }
  await open()
  await screen.findByText('null')
  server.signedIn = { user: ann, session: sessionOf(ann, { activeOrganizationId: 'b' }) }
  const leave = () => refused(403, 'USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION')
  Object.assign(server.rest, {
    'GET /organization/get-organization': leave,
    'GET /organization/get-active-member-role': leave,
  })
  await open()
  await screen.findByText('null')
})
