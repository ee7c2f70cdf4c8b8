import { useLingui } from '@lingui/react/macro'
import { authClient, Form, PasswordField, request, refreshSession, SubmitButton, useForm, useRequest } from 'kit'
import { credentialTexts } from '../credential-texts.ts'

interface Props {
  token: string
  onDone: () => void
  /** The link was used or has expired since the form was opened. */
  onDeadLink: () => void
}

export function ResetPasswordForm({ token, onDone, onDeadLink }: Props) {
  const { t } = useLingui()
  const [read] = useRequest(token, () => request(() => authClient.POST('/read-reset-token', { body: { token } })))
  const form = useForm({
    initial: { newPassword: '' },
    texts: credentialTexts,
    validate: ({ newPassword }) => ({ newPassword: !newPassword && 'NEW_PASSWORD_MISSING' }),
    fieldOf: {
      PASSWORD_TOO_COMMON: 'newPassword',
      PASSWORD_TOO_SHORT: 'newPassword',
      PASSWORD_TOO_LONG: 'newPassword',
    },
    submit: async ({ newPassword }) => {
      const { error } = await request(() => authClient.POST('/reset-password', { body: { newPassword, token } }))
      if (error?.code === 'INVALID_TOKEN') onDeadLink()
      if (error) return error
      await refreshSession()
      onDone()
      return null
    },
  })
  return (
    <Form form={form}>
      {/* Password managers save the new password for this email. */}
      <input type="text" name="username" autoComplete="username" value={read?.data?.email ?? ''} readOnly hidden />
      <PasswordField {...form.field('newPassword')} label={t`New password`} autoComplete="new-password" />
      <SubmitButton>{t`Change password`}</SubmitButton>
    </Form>
  )
}
