import { useLingui } from '@lingui/react/macro'
import { authClient, request } from '../auth-client.ts'
import { Form, SubmitButton } from '../form/form.tsx'
import { PasswordField } from '../form/password-field.tsx'
import { useForm } from '../form/use-form.ts'
import type { User } from '../session/session-types.ts'
import type { FactorMethod } from './second-factor.tsx'
import { passwordTexts } from './step-up-texts.ts'

export type SignedIn = { user: User } | { twoFactorMethods: FactorMethod[] }

interface Props {
  email: string
  onSignedIn: (response: SignedIn) => Promise<void>
}

export function PasswordForm({ email, onSignedIn }: Props) {
  const { t } = useLingui()
  const form = useForm({
    initial: { password: '' },
    texts: passwordTexts,
    validate: ({ password }) => ({ password: !password && 'PASSWORD_MISSING' }),
    fieldOf: { INVALID_EMAIL_OR_PASSWORD: 'password' },
    submit: async ({ password }) => {
      const { data, error } = await request(() => authClient.POST('/sign-in/email', { body: { email, password } }))
      if (error) return error
      await onSignedIn(data)
      return null
    },
  })
  return (
    <Form form={form}>
      {/* For password managers. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField {...form.field('password')} label={t`Password`} autoComplete="current-password" />
      <SubmitButton>{t`Continue`}</SubmitButton>
    </Form>
  )
}
