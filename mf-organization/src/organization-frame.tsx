import { Trans, useLingui } from '@lingui/react/macro'
import { EmptyState, LinkButton, Notice, Page, Panel, useLocation, useNavigate, Waiting } from 'kit'
import { type ComponentProps, useEffect, useState } from 'react'
import type { OrganizationFrameFragment } from './generated/graphql.ts'
import { LoadFailure } from './load-failure.tsx'
import { OrganizationParts } from './organization-parts.tsx'
import { organizationPath } from './organization-path.ts'

interface Props {
  slug: string
  /** The last part of the tab's address. */
  tab: string
  /** Undefined while it loads, null when there is none that the viewer may see. */
  organization: OrganizationFrameFragment | null | undefined
  error: unknown
  onRetry: () => void
  children: ComponentProps<typeof OrganizationParts>['children']
}

/** Heading and parts of one organization, or why it is not shown. An address with a former slug is replaced by the present one. */
export function OrganizationFrame({ slug, tab, organization, error, onRetry, children }: Props) {
  const { t } = useLingui()
  const { state }: { state: unknown } = useLocation()
  const isArriving = useArrival(slug, organization?.slug)
  if (organization === undefined || isArriving) {
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
      <OrganizationParts path={organizationPath(slug)} tab={tab} organization={organization}>
        {children}
      </OrganizationParts>
    </Page>
  )
}

/** Whether one has come by accepting an invitation: the navigation from there says so, also that of `mf-auth`. */
const isNewcomer = (state: unknown) => typeof state === 'object' && state !== null && 'joined' in state

/**
 * Goes on to the same page under the present slug. True until it is there, unless the page was shown under the former one: then
 * it was renamed here, and stays as it is.
 */
function useArrival(slug: string, present: string | undefined): boolean {
  const navigate = useNavigate()
  const { pathname, search, hash, state }: { pathname: string; search: string; hash: string; state: unknown } =
    useLocation()
  const [shown, setShown] = useState(false)
  const isFormer = present !== undefined && present !== slug
  if (present === slug && !shown) setShown(true)
  const [, , , ...rest] = pathname.split('/')
  const target = [organizationPath(present ?? ''), ...rest].join('/') + search + hash
  useEffect(() => {
    if (isFormer) void navigate(target, { replace: true, state })
  }, [isFormer, navigate, target, state])
  return isFormer && !shown
}
