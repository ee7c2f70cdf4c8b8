import { Outlet } from 'kit'
import { GraphqlProvider } from 'kit/graphql'

export function OrganizationLayout() {
  return (
    <GraphqlProvider>
      <Outlet />
    </GraphqlProvider>
  )
}
