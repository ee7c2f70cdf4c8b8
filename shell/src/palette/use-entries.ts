import { useLingui } from '@lingui/react/macro'
import { emailOf, LOCALES, refreshSession, signOut, useColorScheme, useRequest, useSession } from 'kit'
import { chooseLanguage, languageName } from 'kit/shell'
import Globe from 'lucide-react/icons/globe'
import LogOut from 'lucide-react/icons/log-out'
import Moon from 'lucide-react/icons/moon'
import Plus from 'lucide-react/icons/plus'
import Sun from 'lucide-react/icons/sun'
import SunMoon from 'lucide-react/icons/sun-moon'
import UserPlus from 'lucide-react/icons/user-plus'
import UserRound from 'lucide-react/icons/user-round'
import UsersRound from 'lucide-react/icons/users-round'
import { useMemo } from 'react'
import { listBrowserAccounts, switchAccount } from '../browser-accounts.ts'
import { maySee } from 'contract/permissions.ts'
import { ADD_ACCOUNT_PATH, findRouteOwner } from 'contract/version-lock.ts'
import { useVersionLock } from '../federation/lock-context.ts'
import { type Entry, entryOf } from './entry.ts'
import { organizationPath, type Organization } from './use-organizations.ts'

export function useActions(organization: Organization | undefined): Entry[] {
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
    const schemes = [
      ['light', t`Light`, Sun],
      ['dark', t`Dark`, Moon],
      ['auto', t`System`, SunMoon],
    ] as const
    const inOrganization = [
      ['invitation:create', t`Invite people`, 'Invite people', UserPlus, '', { inviteTo: '' }],
      ['team:create', t`Create team`, 'Create team', UsersRound, '/teams', { createTeam: true }],
    ] as const
    const { label: detail = '', slug = '', rights } = organization ?? {}
    return [
      ...inOrganization
        .filter(([permission]) => rights && maySee({ permission }, rights))
        .map(([id, label, english, icon, tab, state]) =>
          action(id, label, [english], { icon, detail, to: `${organizationPath(slug)}${tab}`, state }),
        ),
      ...others.map(({ user, session: other }) => {
        const email = emailOf(user) ?? user.name
        return action(`account-${user.id}`, t`Switch to ${email}`, [user.name], {
          icon: UserRound,
          act: async () => {
            const { error } = await switchAccount(other)
            if (!error) await refreshSession()
            return error
          },
          to: '/',
        })
      }),
      ...(findRouteOwner(lock, ADD_ACCOUNT_PATH)
        ? [action('add-account', t`Add another account`, ['Add another account'], { icon: Plus, to: ADD_ACCOUNT_PATH })]
        : []),
      action('sign-out', others.length > 0 ? t`Sign out of all accounts` : t`Sign out`, ['Sign out', 'Log out'], {
        icon: LogOut,
        act: signOut,
        to: '/',
      }),
      ...schemes
        .filter(([scheme]) => scheme !== colorScheme)
        .map(([scheme, name, icon]) => {
          const act = done(() => setColorScheme(scheme))
          return action(scheme, t`Theme: ${name}`, [`Appearance theme ${scheme}`], { icon, act })
        }),
      ...otherLanguages(current).map(({ locale, name, names }) =>
        action(locale, t`Language: ${name}`, names, { icon: Globe, act: done(() => chooseLanguage(locale)) }),
      ),
    ]
  }, [t, current, userId, lock, colorScheme, setColorScheme, accounts, organization])
}

function otherLanguages(current: string) {
  const [own, english] = [current, 'en'].map((locale) => new Intl.DisplayNames(locale, { type: 'language' }))
  return LOCALES.filter((locale) => locale !== current).map((locale) => {
    const name = languageName(locale)
    return { locale, name, names: [name, own?.of(locale) ?? locale, `Language ${english?.of(locale)}`] }
  })
}

const action = (id: string, label: string, names: string[], what: Partial<Entry>): Entry =>
  entryOf('action', id, label, names, what)

const done = (act: () => unknown) => async () => {
  await act()
  return null
}
