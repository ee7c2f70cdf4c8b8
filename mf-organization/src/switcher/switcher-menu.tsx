import { Plural, Trans } from '@lingui/react/macro'
import { LinkButton, Stack, useFailure, useNavigate } from 'kit'
import { GraphqlProvider } from 'kit/graphql'
import { useEffect } from 'react'
import { InvitedHint } from '../invited-hint.tsx'
import { LoadFailure } from '../load-failure.tsx'
import { organizationPath } from '../organization-path.ts'
import { organizationTexts } from '../organization-texts.ts'
import { setActive } from '../set-active.ts'
import { useOrganizations } from '../use-organizations.ts'
import { OrganizationOptions } from './organization-options.tsx'

export interface Choice {
  /** As in REST. */
  id: string
  name: string
  slug: string
  logo?: string | null
}

export interface SwitcherMenuProps {
  currentId: string | undefined
  /** Called at first and after each change. */
  onKnown: (choices: readonly Choice[]) => void
}

export function SwitcherMenu(props: SwitcherMenuProps) {
  return (
    <GraphqlProvider>
      <Choices {...props} />
    </GraphqlProvider>
  )
}

function Choices({ currentId, onKnown }: SwitcherMenuProps) {
  const navigate = useNavigate()
  const { failure, failed } = useFailure(organizationTexts)
  const { viewer, organizations, error, cutOff, reload } = useOrganizations('cache-first')
  useEffect(() => {
    if (viewer) onKnown(organizations.map(({ databaseId, name, slug, logo }) => ({ id: databaseId, name, slug, logo })))
  }, [viewer, organizations, onKnown])
  if (!viewer) return error && <LoadFailure error={error} onRetry={reload} />

  const { invitations } = viewer
  const invitationCount = invitations?.totalCount ?? 0
  const change = async (slug: string) => {
    if (failed(await setActive(slug))) return reload()
    await navigate(organizationPath(slug))
  }
  return (
    <Stack gap={4}>
      {failure}
      <OrganizationOptions organizations={organizations} currentId={currentId} onChoose={(slug) => void change(slug)} />
      {cutOff !== undefined && <LoadFailure error={cutOff} onRetry={reload} />}
      {invitationCount > 0 && (
        <LinkButton to="/organizations" variant="subtle" size="sm" justify="start">
          <Plural value={invitationCount} one="# invitation for you" other="# invitations for you" />
        </LinkButton>
      )}
      {!viewer.isEmailProved && <InvitedHint email={viewer.user.email} />}
      <LinkButton to="/organizations/new" variant="subtle" size="sm" justify="start">
        <Trans>Create an organization</Trans>
      </LinkButton>
    </Stack>
  )
}
