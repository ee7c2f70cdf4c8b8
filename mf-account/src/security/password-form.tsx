import { Trans, useLingui } from '@lingui/react/macro'
import {
  authClient,
  Checkbox,
  Form,
  Notice,
  PasswordField,
  request,
  refreshSession,
  SubmitButton,
  useForm,
  type User,
} from 'kit'
import { useState } from 'react'
import { accountTexts } from '../account-texts.ts'

export function PasswordForm({ user }: { user: User }) {
  const { t } = useLingui()
  const [saved, setSaved] = useState(false)
  const [revokeOtherSessions, setRevokeOtherSessions] = useState(true)
  const form = useForm({
    initial: { currentPassword: '', newPassword: '' },
    texts: accountTexts,
    validate: ({ currentPassword, newPassword }) => ({
      currentPassword: !currentPassword && 'CURRENT_PASSWORD_MISSING',
      newPassword: !newPassword && 'NEW_PASSWORD_MISSING',
    }),
    fieldOf: {
      INVALID_PASSWORD: 'currentPassword',
      PASSWORD_TOO_COMMON: 'newPassword',
      PASSWORD_TOO_SHORT: 'newPassword',
      PASSWORD_TOO_LONG: 'newPassword',
    },
    submit: async (passwords) => {
      setSaved(false)
      const body = { ...passwords, revokeOtherSessions }
      const { error } = await request(() => authClient.POST('/change-password', { body }))
      if (error) return error
      form.reset()
      setSaved(true)
      await refreshSession()
      return null
    },
  })
  return (
    <Form form={form}>
      <Notice>{saved && t`Password changed.`}</Notice>
      {/* Lets password managers associate the password with the account. */}
      <input type="text" name="username" autoComplete="username" value={user.email} readOnly hidden />
      <PasswordField {...form.field('currentPassword')} label={t`Current password`} autoComplete="current-password" />
      <PasswordField
        {...form.field('newPassword')}
        names={[user.name, user.email, user.username ?? '']}
        label={t`New password`}
        autoComplete="new-password"
      />
      <Checkbox
        label={t`Sign out all other devices`}
        checked={revokeOtherSessions}
        onChange={(event) => setRevokeOtherSessions(event.currentTarget.checked)}
      />
      <SubmitButton w="fit-content">
        <Trans>Change password</Trans>
      </SubmitButton>
    </Form>
  )
}
