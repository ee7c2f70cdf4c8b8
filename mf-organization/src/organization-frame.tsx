import { useLingui } from '@lingui/react/macro'
import Compass from 'lucide-react/icons/compass'
import { Avatar, EmptyPage, LinkButton, Toast, Page, Text, useLocation, useNavigate, Waiting } from 'kit'
import { type ComponentProps, lazy, Suspense, useEffect, useState } from 'react'
import type { OrganizationFrameFragment } from './generated/graphql.ts'
import { useRoleText } from './list/use-role-text.ts'
import { LoadFailure } from './load-failure.tsx'
import { OrganizationParts } from './organization-parts.tsx'
import { organizationPath } from './organization-path.ts'
import { DemandNotice } from './second-factor/demand-notice.tsx'
import { useAsDefault } from './use-as-default.ts'

const ClosedPage = lazy(async () => ({ default: (await import('./second-factor/closed-page.tsx')).ClosedPage }))

interface Props {
  slug: string
  /** The last segment of the tab's path. */
  tab: string
  /** Undefined while loading, null if the viewer may not see it or it does not exist. */
  organization: OrganizationFrameFragment | null | undefined
  error: unknown
  onRetry: () => void
  children: ComponentProps<typeof OrganizationParts>['children']
}

/** Redirects a former slug to the current one. */
export function OrganizationFrame({ slug, tab, organization, error, onRetry, children }: Props) {
  const { t } = useLingui()
  const { state }: { state: unknown } = useLocation()
  const roleText = useRoleText(organization?.roles)
  const isArriving = useSlugRedirect(slug, organization?.slug)
  useAsDefault(organization)
  if (!organization || isArriving) {
    if (organization === null) return <NotFound />
    if (error) return <LoadFailure isPage error={error} onRetry={onRetry} what={t`Organization`} />
    return (
      <div className="kit-page">
        <Waiting lines={1} isList />
      </div>
    )
  }
  if (organization.needsSecondFactor)
    return (
      <Suspense fallback={<Waiting lines={4} />}>
        <ClosedPage organization={organization} onOpened={onRetry} />
      </Suspense>
    )
  const { databaseId, name, logo, viewerMembership, secondFactorRequiredAt: demand } = organization
  const roles = roleText(viewerMembership?.assignedRoles)
  return (
    <Page
      title={name}
      mark={<Avatar user={{ id: databaseId, name, image: logo }} size={40} isSquare />}
      description={roles && t`Your role: ${roles}`}
    >
      <Toast>{isNewcomer(state) && t`Welcome to ${name}! You’re a member now.`}</Toast>
      {demand && <DemandNotice name={name} time={demand} />}
      <OrganizationParts path={organizationPath(slug)} tab={tab} organization={organization}>
        {children}
      </OrganizationParts>
    </Page>
  )
}

function NotFound() {
  const { t } = useLingui()
  return (
    <EmptyPage
      title={t`Organization not found`}
      picture={<Compass size={96} strokeWidth={1.75} absoluteStrokeWidth aria-hidden />}
    >
      <Text c="dimmed">{t`The link may be old, or you’re not a member.`}</Text>
      <LinkButton to="/organizations">{t`Your organizations`}</LinkButton>
    </EmptyPage>
  )
}

/** Whether the user has just accepted an invitation; set by mf-auth as well. */
const isNewcomer = (state: unknown) => typeof state === 'object' && state !== null && 'joined' in state

/** Redirects to the current slug, except after a rename on this page. */
function useSlugRedirect(slug: string, currentSlug: string | undefined): boolean {
  const navigate = useNavigate()
  const { pathname, search, hash, ...location } = useLocation()
  const state: unknown = location.state
  const [shown, setShown] = useState(false)
  const isFormer = currentSlug !== undefined && currentSlug !== slug
  if (currentSlug === slug && !shown) setShown(true)
  const [, , , ...rest] = pathname.split('/')
  const target = [organizationPath(currentSlug ?? ''), ...rest].join('/') + search + hash
  useEffect(() => {
    if (isFormer) void navigate(target, { replace: true, state })
  }, [isFormer, navigate, target, state])
  return isFormer && !shown
}
