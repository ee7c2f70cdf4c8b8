import { Trans, useLingui } from '@lingui/react/macro'
import { Form, SubmitButton, TextInput, useForm } from 'kit'
import { mutate, refusalOf } from 'kit/graphql'
import { graphql } from '../generated/gql.ts'
import { organizationTexts } from '../organization-texts.ts'

const createMutation = graphql(`
  mutation CreateTeam($input: CreateTeamInput!) {
    createTeam(input: $input) {
      team {
        id
      }
      userErrors {
        code
      }
    }
  }
`)

export function CreateTeamForm({ organizationId, onCreated }: { organizationId: string; onCreated: () => void }) {
  const { t } = useLingui()
  const form = useForm({
    initial: { name: '' },
    texts: organizationTexts,
    validate: ({ name }) => ({ name: !name.trim() && 'NAME_MISSING' }),
    submit: async ({ name }) => {
      const refusal = refusalOf(await mutate(createMutation, { input: { organizationId, name: name.trim() } }))
      if (refusal) return refusal
      form.reset()
      onCreated()
      return null
    },
  })
  return (
    <Form form={form}>
      <TextInput {...form.field('name')} label={t`Name of the team`} autoComplete="off" />
      <SubmitButton w="fit-content">
        <Trans>Create</Trans>
      </SubmitButton>
    </Form>
  )
}
