import { Trans, useLingui } from '@lingui/react/macro'
import { DialogActions, Form, NativeSelect, SubmitButton, Text, TextLink, useForm, useStepUp } from 'kit'
import { mutate, refusalOf } from 'kit/graphql'
import { graphql } from '../generated/gql.ts'
import type { OrganizationFrameFragment } from '../generated/graphql.ts'
import { organizationTexts } from '../organization-texts.ts'
import { useSecurityPath } from '../second-factor/use-security-path.ts'

const requireMutation = graphql(`
  mutation RequireSecondFactor($input: RequireSecondFactorInput!) {
    requireSecondFactor(input: $input) {
      organization {
        id
        secondFactorRequiredAt
      }
      userErrors {
        code
      }
    }
  }
`)

const never = 'never'

interface Props {
  organization: OrganizationFrameFragment
  onSaved: () => void
  onClose: () => void
}

export function SecondFactorForm({ organization: { id, name }, onSaved, onClose }: Props) {
  const { t } = useLingui()
  const { freshly, stepUp } = useStepUp()
  const security = useSecurityPath()
  const form = useForm({
    initial: { grace: '7' },
    texts: organizationTexts,
    submit: async ({ grace }) => {
      const wanted = grace === never ? { required: false } : { required: true, graceDays: Number(grace) }
      const refusal = await freshly(async () =>
        refusalOf(await mutate(requireMutation, { input: { organizationId: id, ...wanted } })),
      )
      if (!refusal) onSaved()
      return refusal
    },
  })
  return (
    <>
      <Form form={form}>
        <Text c="dimmed">
          <Trans>
            {name} is then open only to people who have signed in with a passkey, or with a code from an authenticator
            app. Members who have neither get an email.
          </Trans>
        </Text>
        <NativeSelect
          {...form.field('grace')}
          label={t`Starts`}
          data={[
            { value: '0', label: t`At once` },
            { value: '7', label: t`In 7 days` },
            { value: '30', label: t`In 30 days` },
            { value: never, label: t`Never: a password is enough` },
          ]}
        />
        {form.values.grace === '0' && (
          <Text size="sm" c="dimmed">
            <Trans>
              You need to have signed in with one yourself:{' '}
              <TextLink to={security}>check your security settings</TextLink>.
            </Trans>
          </Text>
        )}
        <DialogActions onCancel={onClose}>
          <SubmitButton>{t`Save`}</SubmitButton>
        </DialogActions>
      </Form>
      {stepUp}
    </>
  )
}
