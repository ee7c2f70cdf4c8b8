import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Form, Group, SubmitButton, TextInput, useForm } from 'kit'
import { mutate, refusalOf } from 'kit/graphql'
import { graphql } from '../generated/gql.ts'
import { organizationTexts } from '../organization-texts.ts'

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

interface Props {
  organizationId: string
  team: { id: string; name: string }
  onDone: () => void
}

export function RenameTeamForm({ organizationId, team, onDone }: Props) {
  const { t } = useLingui()
  const form = useForm({
    initial: { name: team.name },
    texts: organizationTexts,
    validate: ({ name }) => ({ name: !name.trim() && 'NAME_MISSING' }),
    submit: async ({ name }) => {
      const refusal = refusalOf(
        await mutate(updateMutation, {
          input: { organizationId, teamId: team.id, name: name.trim() },
        }),
      )
      if (refusal) return refusal
      onDone()
      return null
    },
  })
  return (
    <Form form={form}>
      <TextInput
        {...form.field('name')}
        label={t`Name of the team`}
        autoComplete="off"
        onKeyDown={({ key }) => key === 'Escape' && onDone()}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the form replaces the focused button
        autoFocus
      />
      <Group gap="xs">
        <SubmitButton size="sm">
          <Trans>Save</Trans>
        </SubmitButton>
        <Button variant="default" size="sm" onClick={onDone}>
          <Trans>Cancel</Trans>
        </Button>
      </Group>
    </Form>
  )
}
