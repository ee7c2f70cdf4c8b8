import { Trans, useLingui } from '@lingui/react/macro'
import { authClient, Form, PasswordField, request, sessionChanged, SubmitButton, useForm } from 'kit'
import { msg } from '@lingui/core/macro'
import { credentialTexts } from '../credential-texts.ts'

const texts = { ...credentialTexts, INVALID_TOKEN: msg`This link has expired or was used already. Ask for a new one.` }

export function ResetPasswordForm({ token, onDone }: { token: string; onDone: () => void }) {
  const { t } = useLingui()
  const form = useForm({
    initial: { newPassword: '' },
    texts,
    validate: ({ newPassword }) => ({ newPassword: !newPassword && 'NEW_PASSWORD_MISSING' }),
    fieldOf: { PASSWORD_TOO_SHORT: 'newPassword', PASSWORD_TOO_LONG: 'newPassword' },
    submit: async ({ newPassword }) => {
      const { error } = await request(() => authClient.POST('/reset-password', { body: { newPassword, token } }))
      if (error) return error
      await sessionChanged()
      onDone()
      return null
    },
  })
  return (
    <Form form={form}>
      <PasswordField {...form.field('newPassword')} label={t`New password`} autoComplete="new-password" />
      <SubmitButton>
        <Trans>Change the password</Trans>
      </SubmitButton>
    </Form>
  )
}
