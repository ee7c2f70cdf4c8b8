// Uses every hook of the unmodified npm client for React, and shows the results as text.
import { multiSessionClient, oneTimeTokenClient, organizationClient, usernameClient } from 'better-auth/client/plugins'
import { createAuthClient } from 'better-auth/react'
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'

const client = createAuthClient({
  plugins: [
    organizationClient({ teams: { enabled: true } }),
    usernameClient(),
    oneTimeTokenClient(),
    multiSessionClient(),
  ],
})
Object.assign(window, { client })

function Hooks() {
  const session = client.useSession()
  const active = client.useActiveOrganization()
  const organizations = client.useListOrganizations()
  const member = client.useActiveMember()
  const lines = {
    session: session.isPending ? 'pending' : (session.data?.user.name ?? 'nobody'),
    organizations: organizations.data?.map(({ name }) => name).join(', ') ?? `error ${organizations.error?.status}`,
    active: active.data?.name ?? (active.error ? `error ${active.error.status}` : 'none'),
    member: member.data?.role ?? (member.error ? `error ${member.error.status}` : 'none'),
  }
  return Object.entries(lines).map(([key, text]) => createElement('p', { key, id: key }, text))
}

createRoot(document.body).render(createElement(Hooks))
