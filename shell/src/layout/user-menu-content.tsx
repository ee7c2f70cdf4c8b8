import { Trans } from '@lingui/react/macro'
import {
  ActionButton,
  type CallError,
  LanguageSelect,
  LinkButton,
  LoadFailure,
  Person,
  type Session,
  refreshSession,
  signOut,
  Stack,
  useFailure,
  useNavigate,
  usePlaces,
  useRequest,
  useSession,
  Waiting,
} from 'kit'
import { accountTexts, signOutAccount, listBrowserAccounts, switchAccount } from '../browser-accounts.ts'
import { ACCOUNT_PATH, ADD_ACCOUNT_PATH, findRouteOwner } from 'contract/version-lock.ts'
import { useVersionLock } from '../federation/lock-context.ts'
import { addOnDemandTexts } from '../on-demand-texts.ts'
import { Appearance } from './appearance.tsx'
import { OtherAccounts } from './other-accounts.tsx'

export async function loadUserMenu() {
  await addOnDemandTexts()
  return UserMenuContent
}

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
    <Stack gap="sm" p="xs">
      <Person user={active.user} />
      {failure}
      {accounts.error && <LoadFailure error={accounts.error} onRetry={reload} />}
      <OtherAccounts accounts={others} onSwitch={change} onSignOut={leaveOther} />
      <Stack gap={0}>
        {findRouteOwner(lock, ADD_ACCOUNT_PATH) && (
          <LinkButton to={ADD_ACCOUNT_PATH} variant="subtle" size="sm" justify="start" ta="start">
            <Trans>Add another account</Trans>
          </LinkButton>
        )}
        {findRouteOwner(lock, ACCOUNT_PATH) && (
          <LinkButton to={ACCOUNT_PATH} variant="subtle" size="sm" justify="start" ta="start">
            <Trans>Your account</Trans>
          </LinkButton>
        )}
        {links?.map(({ name: to, label }) => (
          <LinkButton key={to} to={to} variant="subtle" size="sm" justify="start" ta="start">
            {label}
          </LinkButton>
        ))}
      </Stack>
      <LanguageSelect />
      <Appearance />
      {others.length > 0 && isKept && (
        <ActionButton variant="default" size="sm" onAct={leave}>
          <Trans>Sign out</Trans>
        </ActionButton>
      )}
      <ActionButton variant="default" size="sm" onAct={leaveAll}>
        {others.length > 0 ? <Trans>Sign out of all accounts</Trans> : <Trans>Sign out</Trans>}
      </ActionButton>
    </Stack>
  )
}
