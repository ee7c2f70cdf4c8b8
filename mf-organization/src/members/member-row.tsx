import { useLingui } from '@lingui/react/macro'
import { Avatar, Badge, emailOf, Failure, type FormError, Text, useFormat } from 'kit'
import { memo } from 'react'
import { organizationTexts } from '../organization-texts.ts'
import { MemberMenu, type MemberMenuProps, RoleMenu } from './member-menus.tsx'
import { namesOf } from './member-roles.ts'
import { isDoubtful, nameOf } from './member.ts'
import { RowCheckbox } from './row-checkbox.tsx'
import { TeamNames } from './team-names.tsx'

interface Props extends ShownProps {
  /** Undefined if the row cannot be selected. */
  isSelected: boolean | undefined
  /** Why the last change was reverted. */
  refusal: FormError | undefined
  onSelect: (id: string, isOn: boolean, withShift: boolean) => void
}

interface ShownProps extends MemberMenuProps {
  isViewer: boolean
}

/** Memoized: one key selects up to fifty rows, and then only their checkboxes render. */
export const MemberRow = memo(function MemberRow({ isSelected, refusal, onSelect, ...props }: Props) {
  const { id, user } = props.member
  return (
    <li>
      {isSelected !== undefined && (
        <RowCheckbox id={id} name={nameOf(user)} isSelected={isSelected} onSelect={onSelect} />
      )}
      <Shown {...props} />
      <Failure error={refusal ?? null} texts={organizationTexts} />
    </li>
  )
})

/** Below 640 px a line under the address has the teams and the role. */
const Shown = memo(function Shown({ isViewer, ...menu }: ShownProps) {
  const { t } = useLingui()
  const format = useFormat()
  const { user, teams, assignedRoles, hasSecondFactor } = menu.member
  const name = nameOf(user)
  const teamNames = teams.map((team) => team.name).join(', ')
  return (
    <>
      <Avatar user={{ ...user, name }} />
      <div className="kit-row-main">
        <span title={name}>
          <span className="kit-name">{name}</span> {isViewer && <Text span c="dimmed">{t`(you)`}</Text>}
        </span>
        <Text span size="sm" c="dimmed" title={emailOf(user) ?? undefined}>
          {emailOf(user)}
        </Text>
        {isDoubtful(menu.member) && <Badge color="yellow">{t`email not verified`}</Badge>}
        {hasSecondFactor === false && <Badge>{t`no second factor`}</Badge>}
        <Text span size="sm" c="dimmed" className="kit-meta kit-only-narrow">
          <span className="whole-fact">{format.list(namesOf(menu.choices, assignedRoles))}</span>
          <TeamNames teams={teams} />
        </Text>
      </div>
      <Text component="div" size="sm" c="dimmed" className="kit-column kit-only-wide" title={teamNames}>
        <div className="member-teams">{teamNames || '—'}</div>
      </Text>
      <Text component="div" size="sm" c="dimmed" className="kit-column kit-only-wide member-role">
        <RoleMenu {...menu} />
      </Text>
      <MemberMenu {...menu} />
    </>
  )
})
