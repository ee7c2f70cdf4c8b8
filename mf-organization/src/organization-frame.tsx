import { Trans, useLingui } from '@lingui/react/macro'
import { EmptyState, LinkButton, Page, Panel, Tabs, Waiting } from 'kit'
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
  return (
    <Page title={organization.name}>
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
