import { Trans, useLingui } from '@lingui/react/macro'
import {
  Alert,
  DialogActions,
  emailOf,
  Failure,
  Form,
  type FormError,
  SubmitButton,
  Text,
  useForm,
  useFormat,
  useStepUp,
} from 'kit'
import { RadioGroup } from 'kit/parts'
import { mutate, refusalOf } from 'kit/graphql'
import { useState } from 'react'
import { organizationTexts } from '../organization-texts.ts'
import { Question } from '../question.tsx'
import { useFirstFocus } from '../use-first-focus.ts'
import {
  changeRole,
  movesOwner,
  mainRoleOf,
  namesOf,
  removeMutation,
  type RoleChoice,
  useChoicesFor,
} from './member-roles.ts'
import { MemberTeams } from './member-teams-form.tsx'
import { isDoubtful, type Member, nameOf } from './member.ts'

export interface Asked {
  what: 'role' | 'team' | 'remove'
  id: string
  /** A role that was chosen already, and why it was refused. */
  role?: string | undefined
  refusal?: FormError
}

export interface QuestionProps {
  organizationId: string
  asked: Asked
  member: Member
  choices: readonly RoleChoice[]
  isLastOwner: boolean
  mayRemove: boolean
  onApply: (member: Member, role: string) => Promise<void>
  onChanged: () => void
  onClose: (message?: string) => void
}

const contents = { role: RoleForm, team: TeamForm, remove: RemoveQuestion }

export function MemberQuestion(props: QuestionProps) {
  useFirstFocus()
  const Content = contents[props.asked.what]
  return <Content {...props} />
}

function RoleForm({ organizationId, asked, member, choices, isLastOwner, onApply, onChanged, onClose }: QuestionProps) {
  const { t } = useLingui()
  const format = useFormat()
  const { freshly, stepUp } = useStepUp()
  const ownChoices = useChoicesFor(choices, isLastOwner)
  const [role, setRole] = useState(asked.role ?? mainRoleOf(member))
  const present = format.list(namesOf(choices, member.assignedRoles))
  const form = useForm({
    initial: {},
    texts: organizationTexts,
    submit: async () => {
      if (!movesOwner(member, role)) {
        onClose()
        void onApply(member, role)
        return null
      }
      const refusal = await freshly(() => changeRole(organizationId, member, role, { isOptimistic: false }))
      onChanged()
      const [name, given] = [nameOf(member.user), namesOf(choices, [role])[0]]
      if (!refusal) onClose(t`${name} is now ${given}.`)
      return refusal
    },
  })
  return (
    <>
      <Form form={form}>
        <Who member={member} />
        {isDoubtful(member) && (
          <Alert color="yellow" role="none">
            <Trans>
              This email isn’t verified, so the account may belong to someone else. Make sure who it is before you give
              more rights.
            </Trans>
          </Alert>
        )}
        {asked.refusal && !form.error && <Failure error={asked.refusal} texts={organizationTexts} />}
        {(asked.refusal || form.error || member.assignedRoles.length > 1) && (
          <Text size="sm">{t`Current role: ${present}`}</Text>
        )}
        <RadioGroup
          label={t`Role`}
          items={ownChoices.map(({ role: value, name: label, ...choice }) => ({ value, label, ...choice }))}
          value={role}
          onChange={setRole}
        />
        <DialogActions onCancel={onClose}>
          <SubmitButton>{t`Change role`}</SubmitButton>
        </DialogActions>
      </Form>
      {stepUp}
    </>
  )
}

function TeamForm({ asked, ...props }: QuestionProps) {
  return (
    <>
      <Who member={props.member} />
      <MemberTeams key={asked.id} {...props} />
    </>
  )
}

function RemoveQuestion({ organizationId, member, onChanged, onClose }: QuestionProps) {
  const { t } = useLingui()
  const name = nameOf(member.user)
  const input = { organizationId, member: { id: member.id } }
  const remove = async () => {
    const refusal = refusalOf(await mutate(removeMutation, { input }))
    if (refusal) return refusal
    onClose(t`${name} was removed.`)
    onChanged()
    return null
  }
  return (
    <Question action={t`Remove`} onAct={remove} onClose={() => onClose()}>
      {t`${name} will lose access to the organization and all its teams at once.`}
    </Question>
  )
}

const Who = ({ member: { user } }: { member: Member }) => (
  <Text size="sm" c="dimmed" className="kit-meta">
    {user.name && <span>{user.name}</span>}
    <span>{emailOf(user)}</span>
  </Text>
)
