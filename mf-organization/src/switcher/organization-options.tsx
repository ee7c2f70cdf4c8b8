import { Plural, useLingui } from '@lingui/react/macro'
import Check from 'lucide-react/icons/check'
import { Avatar, Link, Text, TextInput } from 'kit'
import { useState } from 'react'
import { organizationPath } from '../organization-path.ts'
import { useRoleText } from '../list/use-role-text.ts'
import type { useOrganizations } from '../use-organizations.ts'

/** Longer lists can be filtered. */
const MIN_OPTIONS_FOR_FILTER = 7

interface Props {
  organizations: ReturnType<typeof useOrganizations>['organizations']
  counts: ReadonlyMap<string, number | null | undefined>
  currentId: string | undefined
}

export function OrganizationOptions({ organizations, counts, currentId }: Props) {
  const { t } = useLingui()
  const roleText = useRoleText()
  const [filter, setFilter] = useState('')
  const query = filter.trim().toLowerCase()
  const shown = organizations.filter(({ name, slug }) => `${name} ${slug}`.toLowerCase().includes(query))
  return (
    <>
      {organizations.length >= MIN_OPTIONS_FOR_FILTER && (
        <TextInput
          size="sm"
          aria-label={t`Find an organization`}
          placeholder={t`Find an organization`}
          autoComplete="off"
          value={filter}
          onChange={(event) => setFilter(event.currentTarget.value)}
        />
      )}
      {shown.map(({ databaseId: id, name, slug, logo, viewerMembership, needsSecondFactor }) => (
        <Link
          key={id}
          to={organizationPath(slug)}
          className="kit-menu-row"
          aria-current={id === currentId || undefined}
        >
          <Avatar user={{ id, name, image: logo }} size={24} isSquare />
          <span>
            <strong>{name}</strong>
            <small className="kit-meta">
              <span>{needsSecondFactor ? t`Second factor needed` : roleText(viewerMembership?.assignedRoles)}</span>
              <MemberCount count={counts.get(id)} />
            </small>
          </span>
          {id === currentId && <Check size={16} />}
        </Link>
      ))}
      {shown.length === 0 && organizations.length > 0 && (
        <Text size="sm" c="dimmed" px="sm" py={6}>{t`No organization has this name.`}</Text>
      )}
    </>
  )
}

const MemberCount = ({ count }: { count: number | null | undefined }) =>
  count != null && (
    <span>
      <Plural value={count} one="# member" other="# members" />
    </span>
  )
