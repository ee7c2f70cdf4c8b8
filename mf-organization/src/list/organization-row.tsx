import { Plural, useLingui } from '@lingui/react/macro'
import { authClient, Avatar, EmptyState, request, Text, TextLink } from 'kit'
import Buildings from 'lucide-react/icons/building-complex'
import ChevronRight from 'lucide-react/icons/chevron-right'
import type { ReactNode } from 'react'
import { organizationPath } from '../organization-path.ts'
import { useRoleText } from './use-role-text.ts'

export const listOrganizations = () => request(() => authClient.GET('/organization/list'))

interface Props {
  organization: NonNullable<Awaited<ReturnType<typeof listOrganizations>>['data']>[number]
}

export function OrganizationRow({
  organization: { id, name, slug, logo, role, memberCount: count, needsSecondFactor },
}: Props) {
  const { t } = useLingui()
  const roleText = useRoleText()
  return (
    <li>
      <Avatar user={{ id, name, image: logo }} size={40} isSquare />
      <div className="kit-row-main">
        <TextLink to={organizationPath(slug)} className="kit-name kit-cover">
          {name}
        </TextLink>
        <Text size="sm" c="dimmed" className="kit-meta">
          <span>{roleText(role)}</span>
          {needsSecondFactor && <span>{t`Second factor needed`}</span>}
          {count !== undefined && !needsSecondFactor && (
            <span>
              <Plural value={count} one="# member" other="# members" />
            </span>
          )}
        </Text>
      </div>
      <ChevronRight size={16} aria-hidden />
    </li>
  )
}

export function NoOrganizations({ children }: { children: ReactNode }) {
  const { t } = useLingui()
  return (
    <EmptyState
      title={t`No organizations yet`}
      picture={<Buildings size={96} strokeWidth={1.75} absoluteStrokeWidth />}
    >
      <Text c="dimmed">{t`Create one to invite people, form teams and decide who may do what.`}</Text>
      {children}
    </EmptyState>
  )
}
