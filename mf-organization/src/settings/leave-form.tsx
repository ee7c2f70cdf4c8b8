import { Trans } from '@lingui/react/macro'
import { Form, sessionChanged, Stack, SubmitButton, Text, useForm, useNavigate } from 'kit'
import { mutate, refusalOf } from 'kit/graphql'
import { graphql } from '../generated/gql.ts'
import { organizationTexts } from '../organization-texts.ts'

const leaveMutation = graphql(`
  mutation LeaveOrganization($input: LeaveOrganizationInput!) {
    leaveOrganization(input: $input) {
      leftOrganizationId
      userErrors {
        code
      }
    }
  }
`)

export function LeaveForm({ organizationId }: { organizationId: string }) {
  const navigate = useNavigate()
  const form = useForm({
    initial: {},
    texts: organizationTexts,
    submit: async () => {
      const refusal = refusalOf(await mutate(leaveMutation, { input: { organizationId } }))
      if (refusal) return refusal
      await navigate('/organizations', { replace: true })
      await sessionChanged()
      return null
    },
  })
  return (
    <Form form={form}>
      <Text>
        <Trans>You lose access at once. To come back you need a new invitation.</Trans>
      </Text>
      <Stack align="start">
        <SubmitButton variant="default">
          <Trans>Leave</Trans>
        </SubmitButton>
      </Stack>
    </Form>
  )
}
