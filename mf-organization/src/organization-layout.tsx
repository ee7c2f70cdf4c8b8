import { Outlet } from 'kit'
import { GraphqlProvider } from 'kit/graphql'

export const OrganizationLayout = () => (
  <GraphqlProvider>
    <Outlet />
  </GraphqlProvider>
)
