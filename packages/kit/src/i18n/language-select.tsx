import { useLingui } from '@lingui/react/macro'
import { NativeSelect } from '@mantine/core'
import Globe from 'lucide-react/icons/globe'
import { languages } from 'contract/languages.ts'
import { authClient, request } from '../auth-client.ts'
import { getSession } from '../session/session.ts'
import { changeLocale } from './catalogues.ts'
import { languageName } from './language-name.ts'

/** Changes the language in all tabs and, if signed in, on all devices. */
export function LanguageSelect({ hideLabel = false }) {
  const { t, i18n } = useLingui()
  return (
    <NativeSelect
      name="language"
      {...(hideLabel ? { 'aria-label': t`Language` } : { label: t`Language` })}
      size="sm"
      leftSection={<Globe size={16} aria-hidden />}
      value={i18n.locale}
      onChange={({ currentTarget }) => void chooseLanguage(currentTarget.value)}
      data={languages.map((locale) => ({ value: locale, label: languageName(locale) }))}
    />
  )
}

export async function chooseLanguage(choice: string): Promise<void> {
  const language = languages.find((locale) => locale === choice)
  if (!language) return
  await changeLocale(language)
  if (getSession().status !== 'signed-in') return
  await request(() => authClient.POST('/update-user', { body: { language } }), { retry: 1 })
}
