import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { LinkButton, Popover, sessionChanged, Stack, useFailure, useNavigate } from 'kit'
import { GraphqlProvider, mutate, refusalOf } from 'kit/graphql'
import { graphql } from '../generated/gql.ts'
import { LoadFailure } from '../load-failure.tsx'
import { organizationPath } from '../organization-path.ts'
import { organizationTexts } from '../organization-texts.ts'
import { useOrganizations } from '../use-organizations.ts'
import { OrganizationOptions } from './organization-options.tsx'

const setActiveMutation = graphql(`
  mutation SetActiveOrganization($slug: String!) {
    setActiveOrganization(input: { slug: $slug }) {
      organization {
        id
      }
      userErrors {
        code
      }
    }
  }
`)

export function Switcher() {
  return (
    <GraphqlProvider>
      <SwitcherMenu />
    </GraphqlProvider>
  )
}

/** Shows the active organization and changes it; the choice holds for the whole session, in all tabs. */
function SwitcherMenu() {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { failure, failed } = useFailure(organizationTexts)
  const { viewer, organizations, error, cutOff, reload } = useOrganizations('cache-first')
  const purpose = t`Organization:`
  if (!viewer) {
    if (!error) return null
    return (
      <Popover label={t`Choose an organization`} purpose={purpose} size="sm">
        <LoadFailure error={error} onRetry={reload} />
      </Popover>
    )
  }

  const { activeOrganization, invitations } = viewer
  const invitationCount = invitations?.totalCount ?? 0
  const change = async (slug: string) => {
    if (failed(refusalOf(await mutate(setActiveMutation, { slug })))) return reload()
    await sessionChanged()
    await navigate(organizationPath(slug))
  }
  const label = activeOrganization?.name ?? t`Choose an organization`
  return (
    <Popover label={label} purpose={purpose} size="sm">
      <Stack gap={4}>
        {failure}
        <OrganizationOptions
          organizations={organizations}
          activeId={activeOrganization?.id}
          onChoose={(slug) => void change(slug)}
        />
        {cutOff !== undefined && <LoadFailure error={cutOff} onRetry={reload} />}
        {invitationCount > 0 && (
          <LinkButton to="/organizations" variant="subtle" size="sm" justify="start">
            <Plural value={invitationCount} one="# invitation for you" other="# invitations for you" />
          </LinkButton>
        )}
        <LinkButton to="/organizations/new" variant="subtle" size="sm" justify="start">
          <Trans>Create an organization</Trans>
        </LinkButton>
      </Stack>
    </Popover>
  )
}
