import { Trans, useLingui } from '@lingui/react/macro'
import { Form, refreshSession, SubmitButton, Text, TextInput, useForm, useNavigate } from 'kit'
import { mutate, refusalOf } from 'kit/graphql'
import { showFarewell } from '../farewell.ts'
import { graphql } from '../generated/gql.ts'
import type { OrganizationFieldsFragment } from '../generated/graphql.ts'
import { organizationTexts } from '../organization-texts.ts'

const deleteMutation = graphql(`
  mutation DeleteOrganization($input: DeleteOrganizationInput!) {
    deleteOrganization(input: $input) {
      deletedOrganizationId
      userErrors {
        code
      }
    }
  }
`)

export function DeleteForm({ organization: { id, name, slug } }: { organization: OrganizationFieldsFragment }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const form = useForm({
    initial: { confirmation: '' },
    texts: organizationTexts,
    validate: ({ confirmation }) => ({ confirmation: confirmation.trim() !== slug && 'CONFIRMATION_WRONG' }),
    submit: async () => {
      const refusal = refusalOf(await mutate(deleteMutation, { input: { organizationId: id } }))
      if (refusal) return refusal
      showFarewell({ what: 'deleted', name })
      await navigate('/organizations', { replace: true })
      await refreshSession()
      return null
    },
  })
  return (
    <Form form={form}>
      <Text>
        <Trans>Its members, teams and invitations are deleted with it, for good.</Trans>
      </Text>
      <TextInput
        {...form.field('confirmation')}
        label={t`Type ${slug} to confirm`}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <SubmitButton w="fit-content" color="red" variant="outline">
        <Trans>Delete the organization</Trans>
      </SubmitButton>
    </Form>
  )
}
