import { Outlet } from 'kit'
import { GraphqlProvider } from 'kit/graphql'

export default function OrganizationLayout() {
  return (
    <GraphqlProvider>
      <Outlet />
    </GraphqlProvider>
  )
}
