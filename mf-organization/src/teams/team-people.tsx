import { Plural, useLingui } from '@lingui/react/macro'
import {
  Avatar,
  Badge,
  Button,
  Dialog,
  EmptyState,
  emailOf,
  Group,
  SectionHead,
  Text,
  TextLink,
  Toast,
  useNavigate,
} from 'kit'
import { mutate, refusalOf } from 'kit/graphql'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import UserMinus from 'lucide-react/icons/user-minus'
import UserPlus from 'lucide-react/icons/user-plus'
import { type ReactNode, useState } from 'react'
import { LoadFailure } from '../load-failure.tsx'
import { type ListUrl, MIN_ENTRIES_FOR_CONTROLS, type useListUrl } from '../members/list-url.ts'
import { Count } from '../members/member-count.tsx'
import { nameOf } from '../members/member.ts'
import { NothingFound } from '../members/nothing-found.tsx'
import { PageFoot } from '../members/page-foot.tsx'
import { SearchField } from '../members/search-field.tsx'
import { organizationPath } from '../organization-path.ts'
import { teamMemberTexts } from '../organization-texts.ts'
import { Question } from '../question.tsx'
import { RowMenu } from '../row-menu.tsx'
import { useLinkState } from '../use-link-state.ts'
import { AddPeople } from './add-people.tsx'
import { TeamDialogs } from './team-dialogs.tsx'
import { removeMutation } from '../members/team-member-mutations.ts'
import { TeamMenu, useReasonToStay } from './team-menu.tsx'
import './teams.css'
import type { Organization, Team, TeamMember } from './use-team.ts'

interface Props {
  organization: Organization
  team: Team
  address: ListUrl
  /** The list may be outdated. */
  error: unknown
  onGoTo: ReturnType<typeof useListUrl>[1]
  onChanged: () => void
  onRemoved: () => void
}

export function TeamPeople({ organization, team, error, onChanged, onRemoved, ...list }: Props) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { id: organizationId, slug, viewerMembership, viewerPermissions } = organization
  const [asked, setAsked] = useState<'add' | 'rename' | 'remove'>()
  const [said, setSaid] = useState<ReactNode>()
  useLinkState('addPeople', () => setAsked('add'))
  const permissions = viewerPermissions ?? []
  const reasonToStay = useReasonToStay(organization.teams?.nodes ?? [], viewerMembership?.team?.id)
  const { name } = team
  const all = `${organizationPath(slug)}/teams`
  const close = () => setAsked(undefined)
  return (
    <section className="kit-section">
      <TextLink to={all} className="team-back">
        <ArrowLeft size={16} aria-hidden /> {t`All teams`}
      </TextLink>
      <SectionHead
        title={name}
        action={
          <Group gap="xs" wrap="nowrap">
            {permissions.includes('MEMBER_UPDATE') && (
              <Button leftSection={<UserPlus size={16} />} aria-haspopup="dialog" onClick={() => setAsked('add')}>
                {t`Add people`}
              </Button>
            )}
            <TeamMenu name={name} permissions={permissions} reasonToStay={reasonToStay(team.id)} onAsk={setAsked} />
          </Group>
        }
      />
      <Toast>{said}</Toast>
      {error !== undefined && <LoadFailure error={error} onRetry={onChanged} />}
      <TeamMembers organization={organization} team={team} onSay={setSaid} onChanged={onChanged} {...list} />
      <Dialog opened={asked === 'add'} title={t`Add people to ${name}`} onClose={close}>
        <AddPeople
          organization={organization}
          teamId={team.id}
          onChanged={onChanged}
          onClose={(added = 0) => {
            close()
            if (added > 0) setSaid(<Plural value={added} one="# person was added." other="# people were added." />)
          }}
        />
      </Dialog>
      <TeamDialogs
        organizationId={organizationId}
        asked={asked === 'add' ? undefined : asked}
        team={team}
        onRemoved={(removedTeam) => {
          onRemoved()
          void navigate(all, { state: { removedTeam } })
        }}
        onClose={close}
        onChanged={onChanged}
      />
    </section>
  )
}

interface TeamMembersProps extends Omit<Props, 'error' | 'onRemoved'> {
  onSay: (message: string | undefined) => void
}

function TeamMembers({ organization, team, address, onGoTo, onSay, onChanged }: TeamMembersProps) {
  const { t } = useLingui()
  const { id: organizationId, viewerMembership, viewerPermissions } = organization
  const [toRemove, setToRemove] = useState<TeamMember>()
  const isOwner = viewerMembership?.roles.includes('OWNER') ?? false
  const mayRemove = ({ roles }: TeamMember) =>
    viewerPermissions?.includes('MEMBER_DELETE') && (isOwner || !roles.includes('OWNER'))
  const { members } = team
  const { query } = address
  return (
    <div className="kit-lists">
      {(query || (members?.totalCount ?? 0) >= MIN_ENTRIES_FOR_CONTROLS) && (
        <SearchField query={query} onSearch={(q) => onGoTo({ q }, { replace: query !== '' })} />
      )}
      <div className="kit-card">
        {members && members.nodes.length > 0 && (
          <>
            <div className="kit-list-head" aria-live="polite">
              <Count totalCount={members.totalCount} address={{ ...address, role: null, team: null }} />
            </div>
            <ul className="kit-rows" aria-label={t`Members of the team`}>
              {members.nodes.map((member) => (
                <TeamMemberRow
                  key={member.id}
                  member={member}
                  isViewer={member.id === viewerMembership?.id}
                  onRemove={mayRemove(member) ? () => setToRemove(member) : undefined}
                />
              ))}
            </ul>
            <PageFoot members={members} address={address} onGoTo={onGoTo} />
          </>
        )}
        {members?.nodes.length === 0 &&
          (query ? (
            <NothingFound query={query} onGoTo={onGoTo} />
          ) : (
            <EmptyState title={t`No members yet`}>
              <Text c="dimmed">{t`People can be in several teams.`}</Text>
            </EmptyState>
          ))}
      </div>
      <RemovalDialog
        organizationId={organizationId}
        team={team}
        member={toRemove}
        onChanged={onChanged}
        onClose={(message) => {
          setToRemove(undefined)
          onSay(message)
        }}
      />
    </div>
  )
}

interface TeamMemberRowProps {
  member: TeamMember
  isViewer: boolean
  onRemove: (() => void) | undefined
}

function TeamMemberRow({ member: { user }, isViewer, onRemove }: TeamMemberRowProps) {
  const { t } = useLingui()
  const name = nameOf(user)
  const removal = { text: t`Remove from team…`, icon: <UserMinus size={16} />, isDanger: true }
  return (
    <li>
      <Avatar user={{ ...user, name }} />
      <div className="kit-row-main">
        <span title={name}>
          <span className="kit-name">{name}</span> {isViewer && <Text span c="dimmed">{t`(you)`}</Text>}
        </span>
        <Text span size="sm" c="dimmed" title={emailOf(user) ?? undefined}>
          {emailOf(user)}
        </Text>
        {user.isEmailProved === false && <Badge color="yellow">{t`email not verified`}</Badge>}
      </div>
      <RowMenu name={name} items={onRemove ? [{ ...removal, onSelect: onRemove }] : []} />
    </li>
  )
}

interface RemovalDialogProps {
  organizationId: string
  team: Team
  member: TeamMember | undefined
  onChanged: () => void
  onClose: (message?: string) => void
}

function RemovalDialog({ organizationId, team, member, onChanged, onClose }: RemovalDialogProps) {
  const { t } = useLingui()
  const { id: teamId, name: teamName } = team
  const name = member ? nameOf(member.user) : ''
  const remove = async (userId: string) => {
    const refusal = refusalOf(await mutate(removeMutation, { input: { organizationId, teamId, userId } }))
    onChanged()
    if (!refusal) onClose(t`${name} was removed from ${teamName}.`)
    return refusal
  }
  return (
    <Dialog opened={member !== undefined} title={t`Remove ${name} from ${teamName}?`} onClose={() => onClose()}>
      {member && (
        <Question
          action={t`Remove`}
          onAct={() => remove(member.user.id)}
          onClose={() => onClose()}
          texts={teamMemberTexts}
        >
          {t`This person stays in the organization.`}
        </Question>
      )}
    </Dialog>
  )
}
