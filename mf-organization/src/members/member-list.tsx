import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Person, Stack, Text, TextInput, useSearchParams } from 'kit'
import { useState } from 'react'
import type { Permission, Role } from '../generated/graphql.ts'
import { MemberDialog } from './member-dialog.tsx'
import { type Member, nameOf } from './member.ts'
import { Roles } from './roles.tsx'

/** Lists longer than this can be filtered; the filter stands in the address. */
const FILTER_FROM = 8

interface Props {
  organizationId: string
  members: Member[]
  viewer: { membership: { id: string; roles: Role[] } | null; permissions: Permission[] }
  onChanged: () => void
}

export function MemberList({ organizationId, members, viewer, onChanged }: Props) {
  const { t } = useLingui()
  const [search, setSearch] = useSearchParams()
  const [openId, setOpenId] = useState<string>()
  const viewerIsOwner = viewer.membership?.roles.includes('OWNER') ?? false
  const owners = members.filter(({ roles }) => roles.includes('OWNER'))
  const mayChange = viewer.permissions.includes('MEMBER_UPDATE')
  const query = search.get('q')?.trim().toLowerCase() ?? ''
  const shown = members.filter(({ user }) => `${user.name} ${user.email}`.toLowerCase().includes(query))
  return (
    <Stack>
      {(members.length >= FILTER_FROM || query) && (
        <TextInput
          aria-label={t`Find a member`}
          placeholder={t`Find a member`}
          autoComplete="off"
          value={search.get('q') ?? ''}
          onChange={({ currentTarget: { value } }) => setSearch(value ? { q: value } : {}, { replace: true })}
        />
      )}
      {shown.length === 0 && <Text c="dimmed">{t`No member has this name or address.`}</Text>}
      <ul className="kit-rows" aria-label={t`Members`}>
        {shown.map(({ id, roles, user }) => {
          const name = nameOf(user)
          return (
            <li key={id}>
              <Person user={{ ...user, name }}>
                {id === viewer.membership?.id && (
                  <Text span c="dimmed" fw={400}>
                    <Trans>(you)</Trans>
                  </Text>
                )}
              </Person>
              <Group gap="md">
                <Roles roles={roles} />
                {mayChange && (viewerIsOwner || !roles.includes('OWNER')) && (
                  <Button variant="default" size="xs" onClick={() => setOpenId(id)} aria-label={t`Change ${name}`}>
                    <Trans>Change</Trans>
                  </Button>
                )}
              </Group>
            </li>
          )
        })}
      </ul>
      <MemberDialog
        organizationId={organizationId}
        member={shown.find(({ id }) => id === openId)}
        viewerIsOwner={viewerIsOwner}
        isLastOwner={owners.length === 1 && owners[0]?.id === openId}
        isViewer={openId === viewer.membership?.id}
        onClose={() => {
          setOpenId(undefined)
          onChanged()
        }}
      />
    </Stack>
  )
}
