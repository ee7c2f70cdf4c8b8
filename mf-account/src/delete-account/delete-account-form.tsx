import { Trans, useLingui } from '@lingui/react/macro'
import {
  authClient,
  Form,
  Notice,
  PasswordField,
  request,
  sessionChanged,
  Stack,
  SubmitButton,
  TextInput,
  useForm,
  useNavigate,
  type User,
} from 'kit'
import { useState } from 'react'
import { accountTexts } from '../account-texts.ts'

/**
 * Asks for the address typed out, and for the password of those who have one; where deletion is confirmed by mail, it says
 * where the mail went.
 */
export function DeleteAccountForm({ user, hasPassword }: { user: User; hasPassword: boolean }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const [mailed, setMailed] = useState(false)
  const { email } = user
  const form = useForm({
    initial: { confirmation: '', password: '' },
    texts: accountTexts,
    validate: ({ confirmation, password }) => ({
      confirmation: confirmation.trim().toLowerCase() !== email && 'CONFIRMATION_WRONG',
      password: hasPassword && !password && 'CURRENT_PASSWORD_MISSING',
    }),
    fieldOf: { INVALID_PASSWORD: 'password', CREDENTIAL_ACCOUNT_NOT_FOUND: 'password' },
    submit: async ({ password }) => {
      const body = { callbackURL: '/', ...(hasPassword && { password }) }
      const { data, error } = await request(() => authClient.POST('/delete-user', { body }))
      if (error) return error
      const deleted = data.message === 'User deleted'
      setMailed(!deleted)
      form.reset()
      if (!deleted) return null
      await sessionChanged()
      await navigate('/', { replace: true })
      return null
    },
  })
  return (
    <Form form={form}>
      <Notice>{mailed && <Trans>We have sent a mail to {email}. The link in it deletes the account.</Trans>}</Notice>
      <TextInput
        {...form.field('confirmation')}
        label={t`Type ${email} to confirm`}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      {hasPassword && <PasswordField {...form.field('password')} label={t`Password`} autoComplete="current-password" />}
      <Stack align="start">
        <SubmitButton color="red">
          <Trans>Delete the account</Trans>
        </SubmitButton>
      </Stack>
    </Form>
  )
}
