import { useLingui } from '@lingui/react/macro'
import { Dialog, type FormError, useLazyComponent } from 'kit'
import { type ReactNode, useCallback, useDeferredValue, useMemo, useRef, useState } from 'react'
import { BulkMembers } from './bulk-members.tsx'
import { ListFilters } from './list-filters.tsx'
import type { ListUrl, useListUrl } from './list-url.ts'
import { Count } from './member-count.tsx'
import type { Asked, QuestionProps } from './member-dialogs.tsx'
import { changeRole, isOwner, namesOf, needsQuestion, type RoleChoice, useRoleChoices } from './member-roles.ts'
import { MemberRow } from './member-row.tsx'
import { type Member, type Members, nameOf, type Organization } from './member.ts'
import { NothingFound } from './nothing-found.tsx'
import { PageFoot } from './page-foot.tsx'
import { useSelection } from './use-selection.ts'

export interface ListProps {
  organization: Organization
  address: ListUrl
  hasFilters: boolean
  onGoTo: ReturnType<typeof useListUrl>[1]
  onSay: (message: ReactNode) => void
  onChanged: () => void
}

export function MemberList({ members, ...props }: ListProps & { members: Members }) {
  const { organization, address, hasFilters, onGoTo, onSay, onChanged } = props
  const { t } = useLingui()
  const { id: organizationId, viewerMembership, owners } = organization
  const permissions = organization.viewerPermissions ?? []
  const choices = useRoleChoices(organization)
  const { asked, setAsked, refusals, ask, apply, choose } = useChanges(organizationId, choices, onSay, onChanged)
  const list = useRef<HTMLUListElement>(null)
  // Typing stays fast while fifty new rows render.
  const { nodes } = useOwnFirst(useDeferredValue(members), address, viewerMembership?.id)
  const { mayTouch, others, selection } = useOthers(nodes, organization)
  const lastOwnerId = owners?.nodes.length === 1 ? owners.nodes[0]?.id : undefined
  const goTo: typeof onGoTo = (page) => {
    onSay(undefined)
    list.current?.focus({ preventScroll: true })
    list.current?.closest('section')?.scrollIntoView()
    onGoTo(page)
  }
  return (
    <div className="kit-card">
      <BulkMembers
        organizationId={organizationId}
        members={others}
        selection={selection}
        choices={choices}
        permissions={permissions}
        count={<Count totalCount={members.totalCount} address={address} />}
        filters={hasFilters && <ListFilters organization={organization} address={address} onGoTo={onGoTo} />}
        onChanged={(said) => {
          onSay(said)
          onChanged()
        }}
      />
      <ul ref={list} tabIndex={-1} className="kit-rows" aria-label={t`Members`}>
        {nodes.map((member) => (
          <MemberRow
            key={member.id}
            member={member}
            isViewer={member.id === viewerMembership?.id}
            choices={choices}
            isLastOwner={member.id === lastOwnerId}
            mayChange={permissions.includes('MEMBER_UPDATE') && mayTouch(member)}
            mayRemove={permissions.includes('MEMBER_DELETE') && others.includes(member)}
            isSelected={others.includes(member) ? selection.selected.has(member.id) : undefined}
            refusal={refusals.get(member.id)}
            onSelect={selection.select}
            onChoose={choose}
            onAsk={ask}
          />
        ))}
      </ul>
      {nodes.length === 0 && <NothingFound query={address.query} onGoTo={onGoTo} />}
      <PageFoot members={members} address={address} onGoTo={goTo} />
      <MemberDialog
        organizationId={organizationId}
        asked={asked}
        member={nodes.find(({ id }) => id === asked?.id)}
        choices={choices}
        isLastOwner={asked?.id === lastOwnerId}
        mayRemove={permissions.includes('MEMBER_DELETE')}
        onApply={apply}
        onChanged={onChanged}
        onClose={(said) => {
          setAsked(undefined)
          if (said) onSay(said)
        }}
      />
    </div>
  )
}

/** The viewer's row comes first, unless the viewer has chosen an order. */
function useOwnFirst({ nodes }: Members, { order }: ListUrl, viewerId: string | undefined) {
  return useMemo(() => {
    const isOwn = ({ id }: Member) => id === viewerId && order === 'name'
    return { nodes: [...nodes.filter(isOwn), ...nodes.filter((one) => !isOwn(one))] }
  }, [nodes, order, viewerId])
}

/** Returns the open question, reverted changes of roles, and functions for new ones. */
function useChanges(
  organizationId: string,
  choices: readonly RoleChoice[],
  onSay: ListProps['onSay'],
  onChanged: () => void,
) {
  const { t } = useLingui()
  const [asked, setAsked] = useState<Asked>()
  const [refusals, setRefusals] = useState<ReadonlyMap<string, FormError>>(new Map())
  const ask = useCallback(
    (what: Asked['what'], id: string, role?: string) => {
      onSay(undefined)
      setRefusals(new Map())
      setAsked({ what, id, role })
    },
    [onSay],
  )
  const apply = useCallback(
    async (member: Member, role: string) => {
      const { id } = member
      const [name, given] = [nameOf(member.user), namesOf(choices, [role])[0]]
      setRefusals(new Map())
      onSay(t`${name} is now ${given}.`)
      const refusal = await changeRole(organizationId, member, role, { isOptimistic: true })
      onChanged()
      if (!refusal) return
      onSay(undefined)
      if (refusal.code === 'MEMBER_ROLES_HAVE_CHANGED') setAsked({ what: 'role', id, role, refusal })
      else setRefusals((before) => new Map(before).set(id, refusal))
    },
    [organizationId, choices, onSay, onChanged, t],
  )
  const choose = useCallback(
    (member: Member, role: string) => {
      if (needsQuestion(member, role)) ask('role', member.id, role)
      else if (member.assignedRoles.join() !== role) void apply(member, role)
    },
    [ask, apply],
  )
  return { asked, setAsked, refusals, ask, apply, choose }
}

interface MemberDialogProps extends Omit<QuestionProps, 'asked' | 'member'> {
  asked: Asked | undefined
  member: Member | undefined
}

function MemberDialog({ asked, member, ...props }: MemberDialogProps) {
  const { t } = useLingui()
  const name = member ? nameOf(member.user) : ''
  const titles = { role: t`Change role`, team: t`Change teams`, remove: t`Remove ${name}?` }
  const { Component: MemberQuestion, fallback } = useLazyComponent(
    asked !== undefined,
    async () => (await import('./member-dialogs.tsx')).MemberQuestion,
  )
  return (
    <Dialog
      opened={asked !== undefined && member !== undefined}
      title={asked ? titles[asked.what] : ''}
      onClose={() => props.onClose()}
    >
      {asked && member && (MemberQuestion ? <MemberQuestion asked={asked} member={member} {...props} /> : fallback)}
    </Dialog>
  )
}

/** Excludes the viewer, so that an owner is always left. */
function useOthers(nodes: Members['nodes'], { viewerMembership, viewerPermissions }: Organization) {
  const viewerId = viewerMembership?.id
  const viewerIsOwner = viewerMembership?.roles.includes('OWNER') ?? false
  const maySelect = viewerPermissions?.some((one) => one === 'MEMBER_UPDATE' || one === 'MEMBER_DELETE')
  const mayTouch = (member: Member) => viewerIsOwner || !isOwner(member)
  const others = useMemo(
    () => nodes.filter((one) => maySelect && one.id !== viewerId && (viewerIsOwner || !isOwner(one))),
    [nodes, viewerId, viewerIsOwner, maySelect],
  )
  const selection = useSelection(useMemo(() => others.map(({ id }) => id), [others]))
  return { mayTouch, others, selection }
}
