import { useLingui } from '@lingui/react/macro'
import {
  authClient,
  Checkbox,
  DialogActions,
  Form,
  PasswordField,
  request,
  refreshSession,
  SubmitButton,
  useForm,
  type User,
} from 'kit'
import { useState } from 'react'
import { accountTexts } from '../account-texts.ts'

interface Props {
  user: User
  onCancel: () => void
  onDone: () => void
}

export function PasswordForm({ user, onCancel, onDone }: Props) {
  const { t } = useLingui()
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
      const body = { ...passwords, revokeOtherSessions }
      const { error } = await request(() => authClient.POST('/change-password', { body }))
      if (error) return error
      form.reset()
      await refreshSession()
      onDone()
      return null
    },
  })
  return (
    <Form form={form}>
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
      <DialogActions onCancel={onCancel}>
        <SubmitButton>{t`Change password`}</SubmitButton>
      </DialogActions>
    </Form>
  )
}
