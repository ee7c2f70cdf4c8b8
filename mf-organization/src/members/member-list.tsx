import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, type FormError, Group, Stack, Text } from 'kit'
import { type ReactNode, useCallback, useDeferredValue, useMemo, useRef, useState } from 'react'
import type { Permission, Role } from '../generated/graphql.ts'
import type { ListAddress, useListAddress } from './list-address.ts'
import { MemberDialog } from './member-dialog.tsx'
import { MemberRow } from './member-row.tsx'
import type { Members } from './member.ts'
import { SeveralMembers } from './several-members.tsx'
import { useSelection } from './use-selection.ts'

interface Props {
  organizationId: string
  members: Members
  /** Two at most: whether somebody is the last one. */
  owners: { id: string }[]
  viewer: { membership: { id: string; roles: Role[] } | null; permissions: Permission[] }
  address: ListAddress
  onGoTo: ReturnType<typeof useListAddress>[1]
  onChanged: () => void
}

/** A page of the members. What one's role does not allow is not offered. */
export function MemberList({ organizationId, members, owners, viewer, address, onGoTo, onChanged }: Props) {
  const { t } = useLingui()
  const [openId, setOpenId] = useState<string>()
  const [refusals, setRefusals] = useState<ReadonlyMap<string, FormError>>(new Map())
  const [message, setMessage] = useState<string>()
  const list = useRef<HTMLUListElement>(null)
  // Fifty new rows are drawn between the keys of somebody who goes on typing.
  const { nodes, pageInfo } = useDeferredValue(members)
  const viewerId = viewer.membership?.id
  const isOwner = viewer.membership?.roles.includes('OWNER') ?? false
  const mayUpdate = viewer.permissions.includes('MEMBER_UPDATE')
  const maySelect = mayUpdate || viewer.permissions.includes('MEMBER_DELETE')
  const others = useMemo(
    () => nodes.filter(({ id, roles }) => maySelect && id !== viewerId && (isOwner || !roles.includes('OWNER'))),
    [nodes, viewerId, isOwner, maySelect],
  )
  const selection = useSelection(useMemo(() => others.map(({ id }) => id), [others]))
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
        <Count members={members} address={address} />
      </Text>
      {others.length > 0 && (
        <SeveralMembers
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
            mayChange={mayUpdate && (isOwner || !member.roles.includes('OWNER'))}
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
      {(pageInfo.hasPreviousPage || pageInfo.hasNextPage) && (
        <Group component="nav" gap="xs" aria-label={t`Pages of members`}>
          <PageButton isThere={pageInfo.hasPreviousPage} onClick={() => goTo({ before: pageInfo.startCursor })}>
            <Trans>Previous page</Trans>
          </PageButton>
          <PageButton isThere={pageInfo.hasNextPage} onClick={() => goTo({ after: pageInfo.endCursor })}>
            <Trans>Next page</Trans>
          </PageButton>
        </Group>
      )}
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
        onClose={(said, answer) => {
          setOpenId(undefined)
          setMessage(said)
          // Asking anew takes longer than closing, which is seen first.
          void Promise.resolve(answer).then(() => setTimeout(onChanged))
        }}
      />
    </Stack>
  )
}

/** Where the gateway stops counting what a search, and what a filter finds. */
const countedAtMost = { query: 1000, filter: 10_000 }

function Count({ members: { totalCount }, address: { query, role, team } }: Pick<Props, 'members' | 'address'>) {
  if (!query && !role && !team) return <Plural value={totalCount} one="# member" other="# members" />
  if (totalCount >= countedAtMost[query ? 'query' : 'filter']) {
    return <Plural value={totalCount} one="At least # member found" other="At least # members found" />
  }
  return <Plural value={totalCount} one="# member found" other="# members found" />
}

/** The last page has a button to the next one as well: the focus would be lost with it. */
function PageButton({ isThere, onClick, children }: { isThere: boolean; onClick: () => void; children: ReactNode }) {
  const blocked = !isThere || undefined
  return (
    <Button
      variant="default"
      size="xs"
      aria-disabled={blocked}
      data-blocked={blocked}
      onClick={() => isThere && onClick()}
    >
      {children}
    </Button>
  )
}
