import { useLingui } from '@lingui/react/macro'
import {
  authClient,
  Form,
  Toast,
  request,
  refreshSession,
  SubmitButton,
  TextInput,
  useForm,
  useStepUp,
  type User,
} from 'kit'
import { useState } from 'react'
import { accountTexts } from '../account-texts.ts'
import { requireFreshSession } from '../require-fresh-session.ts'
import { UsernameField } from './username-field.tsx'

/** Sends the username only if it changed: the server would report the user's own as taken. */
export function ProfileForm({ user }: { user: User }) {
  const { t } = useLingui()
  const { freshly, stepUp } = useStepUp()
  const [saved, setSaved] = useState(false)
  const ownName = user.displayUsername ?? user.username ?? ''
  const form = useForm({
    initial: { name: user.name, username: ownName },
    texts: accountTexts,
    validate: ({ name }) => ({ name: !name.trim() && 'NAME_MISSING' }),
    fieldOf: {
      USERNAME_IS_TOO_SHORT: 'username',
      USERNAME_IS_TOO_LONG: 'username',
      USERNAME_IS_INVALID: 'username',
      USERNAME_IS_ALREADY_TAKEN_PLEASE_TRY_ANOTHER: 'username',
    },
    submit: async ({ name, username }) => {
      setSaved(false)
      const body = { name: name.trim(), ...(username !== ownName && { username, displayUsername: username }) }
      const call = () => authClient.POST('/update-user', { body, headers: requireFreshSession })
      const error = await freshly(async () => (await request(call)).error)
      if (error) return error
      await refreshSession()
      setSaved(true)
      return null
    },
  })
  const isEdited = form.values.name !== user.name || form.values.username !== ownName
  return (
    <>
      <Form form={form}>
        <TextInput {...form.field('name')} label={t`Name`} autoComplete="name" />
        <UsernameField {...form.field('username')} own={ownName} isSending={form.pending} />
        <Toast>{saved && t`Saved.`}</Toast>
        <div className="kit-foot">
          <SubmitButton variant={isEdited ? 'filled' : 'default'}>{t`Save changes`}</SubmitButton>
        </div>
      </Form>
      {stepUp}
    </>
  )
}
