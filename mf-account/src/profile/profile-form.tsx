import { Trans, useLingui } from '@lingui/react/macro'
import {
  authClient,
  changeLocale,
  Form,
  languageName,
  LOCALES,
  NativeSelect,
  Notice,
  request,
  sessionChanged,
  Stack,
  SubmitButton,
  TextInput,
  useForm,
  type User,
} from 'kit'
import { useState } from 'react'
import { accountTexts } from '../account-texts.ts'
import { UsernameField } from './username-field.tsx'

const LANGUAGES = LOCALES.map((locale) => ({ value: locale, label: languageName(locale) }))

/** Name, username and language. Only what changed is sent: one's own username would count as taken. */
export function ProfileForm({ user }: { user: User }) {
  const { t, i18n } = useLingui()
  const [saved, setSaved] = useState(false)
  const ownName = user.displayUsername ?? user.username ?? ''
  const form = useForm({
    initial: { name: user.name, username: ownName, language: user.language ?? i18n.locale },
    texts: accountTexts,
    validate: ({ name }) => ({ name: !name.trim() && 'NAME_MISSING' }),
    fieldOf: {
      USERNAME_IS_TOO_SHORT: 'username',
      USERNAME_IS_TOO_LONG: 'username',
      USERNAME_IS_INVALID: 'username',
      USERNAME_IS_ALREADY_TAKEN_PLEASE_TRY_ANOTHER: 'username',
    },
    submit: async ({ name, username, language }) => {
      setSaved(false)
      const locale = LOCALES.find((one) => one === language)
      const body = {
        name: name.trim(),
        ...(username !== ownName && { username, displayUsername: username }),
        ...(locale && { language: locale }),
      }
      const { error } = await request(() => authClient.POST('/update-user', { body }))
      if (error) return error
      if (locale && locale !== i18n.locale) await changeLocale(locale)
      await sessionChanged()
      setSaved(true)
      return null
    },
  })
  return (
    <Form form={form}>
      <Notice>{saved && t`Saved.`}</Notice>
      <TextInput {...form.field('name')} label={t`Name`} autoComplete="name" />
      <UsernameField {...form.field('username')} own={ownName} />
      <NativeSelect {...form.field('language')} label={t`Language`} data={LANGUAGES} />
      <Stack align="start">
        <SubmitButton>
          <Trans>Save</Trans>
        </SubmitButton>
      </Stack>
    </Form>
  )
}
