import { Outlet } from 'kit'
import { useHasUnsavedChanges } from 'kit/shell'
import { renderPage, screen, waitFor } from 'kit/testing/page'
import { refused, server } from 'kit/testing/server'
import { expect, test } from 'vitest'
import { remote } from './remote.tsx'

function Seen() {
  return (
    <>
      <p>{useHasUnsavedChanges() ? 'would be lost' : 'nothing to lose'}</p>
      <Outlet />
    </>
  )
}
const openSeen = (address: string) => renderPage([{ Component: Seen, children: remote.routes }], address)

// Tokens stay in memory between tests, so these paths have no ids of other tests.
test.each(['/reset-password/', '/not-me/', '/accept-invitation/one'])(
  'prevents an update reload while %s has an emailed token',
  async (path) => {
    server.rest['POST /organization/read-mailed-invitation'] = () => refused(500, 'INTERNAL_SERVER_ERROR')
    server.rest['POST /read-reset-token'] = () => refused(400, 'INVALID_TOKEN')
    const { arrivedAt, goTo } = await openSeen(`${path}?token=secret`)
    await arrivedAt(path)
    await screen.findByText('would be lost')
    await goTo('/forgot-password')
    await waitFor(() => expect(screen.queryByText('nothing to lose')).not.toBeNull())
  },
)

test('prevents an update reload on the way to an invitation, because of its email', async () => {
  server.rest['POST /organization/read-mailed-invitation'] = () => ({
    status: 'pending',
    email: 'ada@example.com',
    role: 'member',
    expiresAt: new Date(Date.now() + 60_000).toISOString(),
    organizationName: 'Acme',
    organizationSlug: 'acme',
    teamName: null,
    inviterName: 'Bob',
    inviterEmail: 'bob@example.com',
  })
  const { goTo } = await openSeen('/accept-invitation/two?token=secret')
  await screen.findAllByText('Acme', { exact: false })
  await goTo('/sign-in?redirectTo=/accept-invitation/two')
  await screen.findByText('would be lost')
})
