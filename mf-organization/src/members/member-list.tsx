import { Trans, useLingui } from '@lingui/react/macro'
import { Button, type FormError, Group, Stack, Text } from 'kit'
import { useCallback, useDeferredValue, useMemo, useRef, useState } from 'react'
import type { Permission, Role } from '../generated/graphql.ts'
import type { ListUrl, useListUrl } from './list-url.ts'
import { Count } from './member-count.tsx'
import { MemberDialog } from './member-dialog.tsx'
import { MemberRow } from './member-row.tsx'
import type { Members } from './member.ts'
import { PageNavigation } from './page-navigation.tsx'
import { BulkMembers } from './bulk-members.tsx'
import { useSelection } from './use-selection.ts'

interface Props {
  organizationId: string
  members: Members
  /** Two at most, enough to know whether someone is the last owner. */
  owners: { id: string }[]
  viewer: { membership: { id: string; roles: Role[] } | null; permissions: Permission[] }
  address: ListUrl
  onGoTo: ReturnType<typeof useListUrl>[1]
  onChanged: () => void
}

export function MemberList({ organizationId, members, owners, viewer, address, onGoTo, onChanged }: Props) {
  const { t } = useLingui()
  const [openId, setOpenId] = useState<string>()
  const [refusals, setRefusals] = useState<ReadonlyMap<string, FormError>>(new Map())
  const [message, setMessage] = useState<string>()
  const list = useRef<HTMLUListElement>(null)
  // Typing stays fast while fifty new rows render.
  const { nodes, pageInfo } = useDeferredValue(members)
  const viewerId = viewer.membership?.id
  const { isOwner, others, selection } = useOthers(nodes, viewer)
  const open = useCallback((id: string) => {
    setMessage(undefined)
    setRefusals(new Map())
    setOpenId(id)
  }, [])
  const goTo = (page: { after?: string | null; before?: string | null }) => {
    setMessage(undefined)
    list.current?.focus()
    onGoTo(page)
  }
  return (
    <Stack>
      <Text size="sm" c="dimmed" aria-live="polite">
        {message && <span>{message} </span>}
        <Count totalCount={members.totalCount} address={address} />
      </Text>
      {others.length > 0 && (
        <BulkMembers
          organizationId={organizationId}
          members={others}
          selection={selection}
          viewer={{ isOwner, permissions: viewer.permissions }}
          onChanged={(said) => {
            setMessage(said)
            onChanged()
          }}
        />
      )}
      <ul ref={list} tabIndex={-1} className="kit-rows" aria-label={t`Members`}>
        {nodes.map((member) => (
          <MemberRow
            key={member.id}
            member={member}
            isViewer={member.id === viewerId}
            mayChange={viewer.permissions.includes('MEMBER_UPDATE') && (isOwner || !member.roles.includes('OWNER'))}
            isSelected={others.includes(member) ? selection.selected.has(member.id) : undefined}
            refusal={refusals.get(member.id)}
            onSelect={selection.select}
            onOpen={open}
          />
        ))}
      </ul>
      {nodes.length === 0 && (
        <Group>
          <Button variant="default" onClick={() => onGoTo({ q: null, role: null, team: null })}>
            <Trans>Show everybody</Trans>
          </Button>
        </Group>
      )}
      <PageNavigation {...pageInfo} onGoTo={goTo} />
      <MemberDialog
        organizationId={organizationId}
        member={nodes.find(({ id }) => id === openId)}
        viewerIsOwner={isOwner}
        isLastOwner={owners.length === 1 && owners[0]?.id === openId}
        isViewer={openId === viewerId}
        onRefused={(id, refusal) => {
          setMessage(undefined)
          setRefusals((before) => new Map(before).set(id, refusal))
        }}
        onClose={(said, response) => {
          setOpenId(undefined)
          setMessage(said)
          // Closes the dialog before the slower refetch.
          void Promise.resolve(response).then(() => setTimeout(onChanged))
        }}
      />
    </Stack>
  )
}

/** Excludes the viewer, so that an owner is always left. */
function useOthers(nodes: Members['nodes'], { membership, permissions }: Props['viewer']) {
  const viewerId = membership?.id
  const isOwner = membership?.roles.includes('OWNER') ?? false
  const maySelect = permissions.includes('MEMBER_UPDATE') || permissions.includes('MEMBER_DELETE')
  const others = useMemo(
    () => nodes.filter(({ id, roles }) => maySelect && id !== viewerId && (isOwner || !roles.includes('OWNER'))),
    [nodes, viewerId, isOwner, maySelect],
  )
  const selection = useSelection(useMemo(() => others.map(({ id }) => id), [others]))
  return { isOwner, others, selection }
}
