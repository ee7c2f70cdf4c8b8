import { Trans, useLingui } from '@lingui/react/macro'
import { EmptyState, LinkButton, Notice, Page, Panel, Tabs, useLocation, Waiting } from 'kit'
import type { ReactNode } from 'react'
import { LoadFailure } from './load-failure.tsx'
import { organizationPath } from './organization-path.ts'

interface Props {
  slug: string
  /** Undefined while it loads, null when there is none that the viewer may see. */
  organization: { name: string } | null | undefined
  error: unknown
  onRetry: () => void
  children: ReactNode
}

/** Heading and parts of one organization, or why it is not shown. */
export function OrganizationFrame({ slug, organization, error, onRetry, children }: Props) {
  const { t } = useLingui()
  const path = organizationPath(slug)
  const { state }: { state: unknown } = useLocation()
  if (organization === undefined) {
    return (
      <Page title={t`Organization`}>
        <Panel>{error ? <LoadFailure error={error} onRetry={onRetry} /> : <Waiting lines={4} />}</Panel>
      </Page>
    )
  }
  if (organization === null) {
    return (
      <Page title={t`Organization`}>
        <EmptyState title={t`This organization does not exist, or you are not a member of it.`}>
          <LinkButton to="/organizations" variant="default">
            <Trans>See your organizations</Trans>
          </LinkButton>
        </EmptyState>
      </Page>
    )
  }
  const { name } = organization
  return (
    <Page title={name}>
      <Notice>{isNewcomer(state) && t`Welcome to ${name}! You are a member now.`}</Notice>
      <Tabs
        label={t`Parts of the organization`}
        items={[
          { to: path, text: t`Members` },
          { to: `${path}/teams`, text: t`Teams` },
          { to: `${path}/settings`, text: t`Settings` },
        ]}
      />
      {children}
    </Page>
  )
}

/** Whether one has come by accepting an invitation: the navigation from there says so, also that of `mf-auth`. */
const isNewcomer = (state: unknown) => typeof state === 'object' && state !== null && 'joined' in state
