import { Trans, useLingui } from '@lingui/react/macro'
import { Alert, Button, type FormError, Group, Person, Text, useErrorText, useFormat } from 'kit'
import { memo } from 'react'
import { organizationTexts, roleNames } from '../organization-texts.ts'
import { type Member, nameOf } from './member.ts'
import { Roles } from './roles.tsx'
import { RowCheckbox } from './selection-bar.tsx'

interface Props extends ShownProps {
  /** Undefined if the row cannot be selected. */
  isSelected: boolean | undefined
  /** Why the last change was reverted. */
  refusal: FormError | undefined
  onSelect: (id: string, isOn: boolean, withShift: boolean) => void
}

interface ShownProps {
  member: Member
  isViewer: boolean
  mayChange: boolean
  onOpen: (id: string) => void
}

/** Memoized: one key selects up to fifty rows, and then only their checkboxes render. */
export const MemberRow = memo(function MemberRow({ isSelected, refusal, onSelect, ...props }: Props) {
  const errorText = useErrorText(organizationTexts)
  const { member, isViewer } = props
  return (
    <li>
      <div className="kit-selectable">
        {isSelected !== undefined && (
          <RowCheckbox id={member.id} name={nameOf(member.user)} isSelected={isSelected} onSelect={onSelect} />
        )}
        <Who member={member} isViewer={isViewer} />
      </div>
      <TeamAndRoles {...props} />
      {refusal && (
        <Alert color="red" w="100%">
          {errorText(refusal)}
        </Alert>
      )}
    </li>
  )
})

const Who = memo(function Who({ member: { user }, isViewer }: Pick<ShownProps, 'member' | 'isViewer'>) {
  return (
    <Person user={{ ...user, name: nameOf(user) }}>
      {isViewer && (
        <Text span c="dimmed" className="kit-aside">
          <Trans>(you)</Trans>
        </Text>
      )}
    </Person>
  )
})

const TeamAndRoles = memo(function TeamAndRoles({ member, mayChange, onOpen }: ShownProps) {
  const { id, roles, team, user } = member
  const { t } = useLingui()
  const format = useFormat()
  const name = nameOf(user)
  const teamName = team?.name
  const roleList = format.list(roles.map((role) => t(roleNames[role])))
  return (
    <Group gap="md">
      {teamName && (
        <Text size="sm" c="dimmed">
          <Trans>Team: {teamName}</Trans>
        </Text>
      )}
      {mayChange ? (
        <Button
          variant="default"
          size="xs"
          aria-haspopup="dialog"
          aria-label={t`Change ${name}: ${roleList}`}
          rightSection={<Caret />}
          onClick={() => onOpen(id)}
        >
          {roleList}
        </Button>
      ) : (
        <Roles roles={roles} />
      )}
    </Group>
  )
})

const Caret = () => (
  <svg aria-hidden width="10" height="6" fill="none" stroke="currentColor" strokeWidth="1.5">
    <path d="M1 1l4 4 4-4" />
  </svg>
)
