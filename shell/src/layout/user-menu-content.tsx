import { Trans } from '@lingui/react/macro'
import ArrowRight from 'lucide-react/icons/arrow-right'
import CircleUser from 'lucide-react/icons/circle-user'
import Globe from 'lucide-react/icons/globe'
import LogOut from 'lucide-react/icons/log-out'
import Plus from 'lucide-react/icons/plus'
import {
  ActionButton,
  type CallError,
  LanguageSelect,
  Link,
  LoadFailure,
  Person,
  type Session,
  refreshSession,
  signOut,
  useFailure,
  useNavigate,
  usePlaces,
  useRequest,
  useSession,
  Waiting,
} from 'kit'
import type { ReactNode } from 'react'
import { accountTexts, signOutAccount, listBrowserAccounts, switchAccount } from '../browser-accounts.ts'
import { ACCOUNT_PATH, ADD_ACCOUNT_PATH, findRouteOwner } from 'contract/version-lock.ts'
import { useVersionLock } from '../federation/lock-context.ts'
import { Appearance } from './appearance.tsx'
import { OtherAccounts } from './other-accounts.tsx'
import './user-menu.css'

export function UserMenuContent() {
  const lock = useVersionLock()
  const active = useSession()
  const navigate = useNavigate()
  const links = usePlaces('user-menu')
  const { failure, failed } = useFailure(accountTexts)
  const [accounts, reload] = useRequest('accounts', listBrowserAccounts)
  if (active.status !== 'signed-in') return null
  if (!accounts) return <Waiting lines={6} />

  const others = accounts.data?.filter(({ user }) => user.id !== active.user.id) ?? []
  // A browser keeps five accounts. A further one can sign out only together with the others.
  const isKept = accounts.data?.some(({ session }) => session.id === active.session.id)
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
  return (
    <>
      <div className="kit-menu-row">
        <Person user={active.user} />
      </div>
      {failure}
      {accounts.error && <LoadFailure error={accounts.error} onRetry={reload} />}
      <div className="kit-menu-group">
        {findRouteOwner(lock, ACCOUNT_PATH) && (
          <PageLink to={ACCOUNT_PATH} Icon={CircleUser} text={<Trans>Your account</Trans>} />
        )}
        {links?.map(({ name: to, label }) => (
          <PageLink key={to} to={to} Icon={ArrowRight} text={label} />
        ))}
      </div>
      <div className="kit-menu-group">
        <OtherAccounts accounts={others} onSwitch={change} onSignOut={leaveOther} />
        {findRouteOwner(lock, ADD_ACCOUNT_PATH) && (
          <PageLink to={ADD_ACCOUNT_PATH} Icon={Plus} text={<Trans>Add another account</Trans>} />
        )}
      </div>
      <Preferences />
      <div className="kit-menu-group">
        {others.length > 0 && isKept && (
          <ActionButton variant="subtle" size="sm" justify="start" leftSection={<LogOut size={16} />} onAct={leave}>
            <Trans>Sign out</Trans>
          </ActionButton>
        )}
        <ActionButton variant="subtle" size="sm" justify="start" leftSection={<LogOut size={16} />} onAct={leaveAll}>
          {others.length > 0 ? <Trans>Sign out of all accounts</Trans> : <Trans>Sign out</Trans>}
        </ActionButton>
      </div>
    </>
  )
}

const PageLink = ({ to, Icon, text }: { to: string; Icon: typeof Plus; text: ReactNode }) => (
  <Link to={to} className="kit-menu-row">
    <Icon size={16} />
    <span>{text}</span>
  </Link>
)

const Preferences = () => (
  <div className="kit-menu-group">
    <div className="kit-menu-row shell-language">
      <Globe size={16} />
      <span aria-hidden="true">
        <Trans>Language</Trans>
      </span>
      <LanguageSelect hideLabel />
    </div>
    <Appearance />
  </div>
)
