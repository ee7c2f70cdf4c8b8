import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import {
  authClient,
  type ErrorTexts,
  LOCALES,
  type RefusalOf,
  request,
  refreshSession,
  signOut,
  useColorScheme,
  useRequest,
  useSession,
} from 'kit'
import { chooseLanguage, languageName } from 'kit/shell'
import { useMemo } from 'react'
import { accountTexts, listBrowserAccounts, switchAccount } from '../browser-accounts.ts'
import { ADD_ACCOUNT_PATH, findRouteOwner, type VersionLock, ORGANIZATIONS_PATH } from 'contract/version-lock.ts'
import { useVersionLock } from '../federation/lock-context.ts'
import type { Entry } from './entry.ts'
import { searchable } from './find.ts'
import type { Organization } from './use-organizations.ts'

export const entryTexts: ErrorTexts<
  RefusalOf<'/multi-session/set-active' | '/multi-session/revoke' | '/organization/set-active'>
> = {
  ...accountTexts,
  USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION: msg`You are not a member of this organization any more.`,
}

export function organizationEntry({ kind, id, name, slug, names }: Organization, lock: VersionLock): Entry {
  return {
    kind,
    id,
    label: name,
    detail: slug,
    names,
    act: async () => {
      const body = { organizationId: id }
      const { error } = await request(() => authClient.POST('/organization/set-active', { body }))
      if (!error) await refreshSession()
      return error
    },
    ...(findRouteOwner(lock, ORGANIZATIONS_PATH) && { to: `${ORGANIZATIONS_PATH}/${encodeURIComponent(slug)}` }),
  }
}

export function useActions(): Entry[] {
  const { t, i18n } = useLingui()
  const { locale: current } = i18n
  const session = useSession()
  const lock = useVersionLock()
  const { colorScheme, setColorScheme } = useColorScheme()
  const [accounts] = useRequest('accounts', listBrowserAccounts)
  const userId = session.status === 'signed-in' ? session.user.id : null
  // oxlint-disable-next-line react/preserve-manual-memoization -- `t` changes only with the language
  return useMemo(() => {
    const others = accounts?.data?.filter(({ user }) => user.id !== userId) ?? []
    const schemes = { light: t`Light`, dark: t`Dark`, auto: t`As the device` }
    return [
      ...others.map(({ user: { id, name, email }, session: other }) =>
        action(`account-${id}`, t`Switch to ${email}`, [name], {
          act: async () => {
            const { error } = await switchAccount(other)
            if (!error) await refreshSession()
            return error
          },
          to: '/',
        }),
      ),
      ...(findRouteOwner(lock, ADD_ACCOUNT_PATH)
        ? [action('add-account', t`Add another account`, ['Add another account'], { to: ADD_ACCOUNT_PATH })]
        : []),
      action('sign-out', others.length > 0 ? t`Sign out of all accounts` : t`Sign out`, ['Sign out', 'Log out'], {
        act: signOut,
        to: '/',
      }),
      ...schemeNames
        .filter((scheme) => scheme !== colorScheme)
        .map((scheme) => {
          const name = schemes[scheme]
          const english = `Appearance theme ${scheme}`
          return action(scheme, t`Appearance: ${name}`, [english], { act: done(() => setColorScheme(scheme)) })
        }),
      ...otherLanguages(current).map(({ locale, name, names }) =>
        action(locale, t`Language: ${name}`, names, { act: done(() => chooseLanguage(locale)) }),
      ),
    ]
  }, [t, current, userId, lock, colorScheme, setColorScheme, accounts])
}

const schemeNames = ['light', 'dark', 'auto'] as const

function otherLanguages(current: string) {
  const [own, english] = [current, 'en'].map((locale) => new Intl.DisplayNames(locale, { type: 'language' }))
  return LOCALES.filter((locale) => locale !== current).map((locale) => {
    const name = languageName(locale)
    return { locale, name, names: [name, own?.of(locale) ?? locale, `Language ${english?.of(locale)}`] }
  })
}

const action = (id: string, label: string, names: string[], what: Pick<Entry, 'act' | 'to'>): Entry => ({
  kind: 'action',
  id,
  label,
  names: [label, ...names].map(searchable),
  ...what,
})

const done = (act: () => unknown) => async () => {
  await act()
  return null
}
