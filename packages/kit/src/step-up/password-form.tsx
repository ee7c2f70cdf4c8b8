import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { authClient, request } from '../auth-client.ts'
import type { RefusalOf } from '../error-codes.ts'
import { Form, SubmitButton } from '../form/form.tsx'
import { PasswordField } from '../form/password-field.tsx'
import { useForm } from '../form/use-form.ts'
import type { ErrorTexts } from '../i18n/error-text.ts'
import { useSession, useSessionEnded } from '../session/session.ts'
import type { Session, User } from '../session/session-types.ts'
import { takeOver } from './take-over.ts'

const wrongPassword = msg`Wrong password. Try again.`

const refusalTexts: ErrorTexts<RefusalOf<'/sign-in/email'>> = {
  INVALID_EMAIL: wrongPassword,
  INVALID_EMAIL_OR_PASSWORD: wrongPassword,
  EMAIL_NOT_VERIFIED: msg`Your email isn’t verified yet. Open the link we sent you.`,
  BANNED_USER: msg`This account has been blocked. If that’s a mistake, contact support.`,
  EMAIL_AND_PASSWORD_IS_NOT_ENABLED: msg`Password sign-in is turned off here.`,
}
const texts = { ...refusalTexts, PASSWORD_MISSING: msg`Enter your password.` }

export function PasswordForm({ onConfirmed }: { onConfirmed?: () => void }) {
  const state = useSession()
  return state.status === 'signed-in' && <Fields {...state} onConfirmed={onConfirmed} />
}

interface FieldsProps {
  user: User
  session: Session
  onConfirmed: (() => void) | undefined
}

function Fields({ user: { id, email }, session, onConfirmed }: FieldsProps) {
  const { t } = useLingui()
  const hasEnded = useSessionEnded()
  const form = useForm({
    initial: { password: '' },
    texts,
    validate: ({ password }) => ({ password: !password && 'PASSWORD_MISSING' }),
    fieldOf: { INVALID_EMAIL_OR_PASSWORD: 'password' },
    submit: async ({ password }) => {
      const { data, error } = await request(() => authClient.POST('/sign-in/email', { body: { email, password } }))
      if (error) return error
      // The email may belong to another account by now.
      const isSameUser = data.user.id === id
      await takeOver(session, { hasEnded, isSameUser })
      if (isSameUser) onConfirmed?.()
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
