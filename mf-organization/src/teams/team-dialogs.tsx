import { useLingui } from '@lingui/react/macro'
import { Dialog, DialogActions, Form, type FormError, SubmitButton, TextInput, useForm } from 'kit'
import { mutate, refusalOf } from 'kit/graphql'
import type { ReactNode } from 'react'
import { useChangedMeanwhile } from '../changed-meanwhile.tsx'
import { graphql } from '../generated/gql.ts'
import { organizationTexts } from '../organization-texts.ts'
import { Question } from '../question.tsx'
import type { Asked } from './team-row.tsx'

const createMutation = graphql(`
  mutation CreateTeam($input: CreateTeamInput!) {
    createTeam(input: $input) {
      userErrors {
        code
      }
    }
  }
`)

const updateMutation = graphql(`
  mutation UpdateTeam($input: UpdateTeamInput!) {
    updateTeam(input: $input) {
      team {
        id
        name
      }
      userErrors {
        code
      }
    }
  }
`)

const removeMutation = graphql(`
  mutation RemoveTeam($input: RemoveTeamInput!) {
    removeTeam(input: $input) {
      userErrors {
        code
      }
    }
  }
`)

interface Props {
  organizationId: string
  asked: Asked | undefined
  /** Except to create one. */
  team: { id: string; name: string } | undefined
  onRemoved: (name: string) => void
  onClose: () => void
  /** The list must be refetched, even after a failure: somebody else may have changed it. */
  onChanged: () => void
}

export function TeamDialogs({ organizationId, asked, team, onRemoved, onClose, onChanged }: Props) {
  const { t } = useLingui()
  const name = team?.name ?? ''
  const finish = (response: Parameters<typeof refusalOf>[0]) => {
    const refusal = refusalOf(response)
    if (!refusal) onClose()
    onChanged()
    return refusal
  }
  const create = async (wanted: string) =>
    finish(await mutate(createMutation, { input: { organizationId, name: wanted } }))
  const rename = async (teamId: string, wanted: string) => {
    const input = { organizationId, teamId, name: wanted, expectedName: name }
    return finish(await mutate(updateMutation, { input }))
  }
  const remove = async (teamId: string) => {
    const refusal = finish(await mutate(removeMutation, { input: { organizationId, teamId } }))
    if (!refusal) onRemoved(name)
    return refusal
  }
  return (
    <>
      <Dialog opened={asked === 'create'} title={t`Create team`} onClose={onClose}>
        <TeamForm name="" action={t`Create team`} onSave={create} onClose={onClose} />
      </Dialog>
      <Dialog opened={asked === 'rename' && team !== undefined} title={t`Rename ${name}`} onClose={onClose}>
        {team && (
          <TeamForm name={name} action={t`Rename`} onSave={(wanted) => rename(team.id, wanted)} onClose={onClose} />
        )}
      </Dialog>
      <Dialog opened={asked === 'remove' && team !== undefined} title={t`Remove ${name}?`} onClose={onClose}>
        {team && (
          <Question action={t`Remove`} onAct={() => remove(team.id)} onClose={onClose}>
            {t`Its members stay in the organization.`}
          </Question>
        )}
      </Dialog>
    </>
  )
}

interface FormProps {
  /** Empty for a new team. */
  name: string
  action: ReactNode
  onSave: (name: string) => Promise<FormError | null>
  onClose: () => void
}

/** Fills a dialog that names a team. */
function TeamForm({ name, action, onSave, onClose }: FormProps) {
  const { t } = useLingui()
  const form = useForm({
    initial: { name },
    texts: organizationTexts,
    validate: (values) => ({ name: !values.name.trim() && 'NAME_MISSING' }),
    submit: (values) => onSave(values.name.trim()),
  })
  const changed = useChangedMeanwhile(name, form.values.name)
  return (
    <Form form={form}>
      <TextInput {...form.field('name')} label={t`Name of the team`} autoComplete="off" description={changed} />
      <DialogActions onCancel={onClose}>
        <SubmitButton>{changed ? t`Save anyway` : action}</SubmitButton>
      </DialogActions>
    </Form>
  )
}
