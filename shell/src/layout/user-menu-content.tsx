import { Trans, useLingui } from '@lingui/react/macro'
import ArrowRight from 'lucide-react/icons/arrow-right'
import CircleUser from 'lucide-react/icons/circle-user'
import Globe from 'lucide-react/icons/globe'
import LogOut from 'lucide-react/icons/log-out'
import Plus from 'lucide-react/icons/plus'
import {
  Avatar,
  type CallError,
  emailOf,
  LanguageSelect,
  LoadFailure,
  type Session,
  refreshSession,
  signOut,
  useFailure,
  useNavigate,
  usePlaces,
  useRequest,
  type User,
  useSession,
  Waiting,
} from 'kit'
import { accountTexts, signOutAccount, listBrowserAccounts, noAccounts, switchAccount } from '../browser-accounts.ts'
import { ACCOUNT_PATH, ADD_ACCOUNT_PATH, findRouteOwner } from 'contract/version-lock.ts'
import { useVersionLock } from '../federation/lock-context.ts'
import { Appearance } from './appearance.tsx'
import { MenuRow } from './menu-row.tsx'
import { OtherAccounts } from './other-accounts.tsx'
import './user-menu.css'

export function UserMenuContent({ user }: { user: User }) {
  const { t } = useLingui()
  const lock = useVersionLock()
  const active = useSession()
  const navigate = useNavigate()
  const links = usePlaces('user-menu')
  const { failure, failed } = useFailure(accountTexts)
  const isImpersonation = active.status === 'signed-in' && Boolean(active.session.impersonatedBy)
  const [accounts, reload] = useRequest('accounts', isImpersonation ? noAccounts : listBrowserAccounts)
  if (active.status !== 'signed-in') return null

  const others = accounts?.data?.filter((each) => each.user.id !== user.id) ?? []
  // A browser keeps five accounts. A further one can sign out only together with the others.
  const isKept = accounts?.data?.some(({ session }) => session.id === active.session.id)
  const finish = async (error: CallError | null) => {
    if (failed(error)) return reload()
    await refreshSession()
    await navigate('/')
  }
  const change = async (session: Session) => finish((await switchAccount(session)).error)
  const leave = async () => finish((await signOutAccount(active.session)).error)
  const leaveOther = async (session: Session) => {
    failed((await signOutAccount(session)).error)
    reload()
  }
  const leaveAll = async () => {
    if (!failed(await signOut())) await navigate('/')
  }
  const hasAccount = findRouteOwner(lock, ACCOUNT_PATH)
  return (
    <>
      <MenuRow
        to={hasAccount ? ACCOUNT_PATH : undefined}
        mark={<Avatar user={user} size={24} />}
        more={emailOf(user) ?? undefined}
      >
        <strong>{user.name}</strong>
      </MenuRow>
      {failure}
      <div className="kit-menu-group">
        {hasAccount && <MenuRow to={ACCOUNT_PATH} mark={<CircleUser size={16} />}>{t`Your account`}</MenuRow>}
        {links?.map(({ name: to, label }) => (
          <MenuRow key={to} to={to} mark={<ArrowRight size={16} />}>
            {label}
          </MenuRow>
        ))}
      </div>
      <div className="kit-menu-group">
        {accounts?.error && <LoadFailure error={accounts.error} onRetry={reload} />}
        <OtherAccounts accounts={others} onSwitch={change} onSignOut={leaveOther} />
        {!isImpersonation && findRouteOwner(lock, ADD_ACCOUNT_PATH) && (
          <MenuRow to={ADD_ACCOUNT_PATH} mark={<Plus size={16} />}>{t`Add another account`}</MenuRow>
        )}
      </div>
      <Preferences />
      <div className="kit-menu-group">
        {!accounts && <Waiting lines={1} />}
        {others.length > 0 && isKept && <MenuRow mark={<LogOut size={16} />} onAct={leave}>{t`Sign out`}</MenuRow>}
        {accounts && (
          <MenuRow mark={<LogOut size={16} />} onAct={leaveAll}>
            {others.length > 0 ? t`Sign out of all accounts` : t`Sign out`}
          </MenuRow>
        )}
      </div>
    </>
  )
}

const Preferences = () => (
  <div className="kit-menu-group">
    <MenuRow mark={<Globe size={16} />} end={<LanguageSelect hideLabel />}>
      <span aria-hidden="true">
        <Trans>Language</Trans>
      </span>
    </MenuRow>
    <Appearance />
  </div>
)
