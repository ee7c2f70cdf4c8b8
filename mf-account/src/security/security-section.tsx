import { useLingui } from '@lingui/react/macro'
import {
  type AccountPlaceProps,
  type CallError,
  Failure,
  type FormError,
  hasFact,
  Panel,
  SectionHead,
  TextLink,
  useLocation,
  useRequest,
  useSearchParams,
  Waiting,
} from 'kit'
import { useState } from 'react'
import { accountTexts } from '../account-texts.ts'
import { listAccounts, listPasskeys, listProviders } from '../list-accounts.ts'
import { AddPasskeyRow } from './add-passkey-row.tsx'
import { ConnectAccount } from './connect-account.tsx'
import { LinkedAccountRow } from './linked-account-row.tsx'
import { MarkedRows } from '../marked-row.tsx'
import { OtherDevices } from '../sessions/other-devices.tsx'
import { PasskeyRow } from './passkey-row.tsx'
import { FactorReset } from './factor-reset.tsx'
import { PasswordRow } from './password-row.tsx'
import { findStatus } from './two-factor/find-status.ts'
import { TwoFactorRows } from './two-factor/two-factor-rows.tsx'
import { useWayBack } from './use-way-back.ts'

export function SecuritySection({ user, session }: AccountPlaceProps) {
  const { t } = useLingui()
  const [search] = useSearchParams()
  const { hash } = useLocation()
  const { accounts, providers, passkeys, twoFactor, reload, reloadPasskeys, reloadTwoFactor } = useLists()
  // Together, so that nothing moves.
  const isLoaded = accounts && providers && passkeys && twoFactor
  const [failure, setFailure] = useState<Pick<CallError, 'code'> | null>(null)
  const [isDisconnected, setDisconnected] = useState(false)
  const goBack = useWayBack()
  const refused = search.get('error')
  const shown =
    accounts?.error ?? providers?.error ?? passkeys?.error ?? failure ?? (refused ? { code: refused } : null)
  const hasPasswords = hasFact('passwords')
  const ways = accounts?.data?.filter(({ provider }) => hasPasswords || provider !== 'credential') ?? []
  const password = ways.find(({ provider }) => provider === 'credential')
  const linked = ways.filter((account) => account !== password)
  const connectable = (providers?.data ?? []).filter(
    ({ id, linkable }) => linkable && !linked.some(({ provider }) => provider === id),
  )
  const settlePasskey = (error: FormError | null) => {
    setFailure(error)
    reloadPasskeys()
  }
  const settleAdding = (error: FormError | null) => {
    settlePasskey(error)
    if (!error) goBack()
  }
  return (
    <>
      <SectionHead
        title={t`Security`}
        description={t`Ways to sign in to your account. Keep at least one.`}
        action={
          user.emailVerified &&
          connectable.length > 0 && <ConnectAccount providers={connectable} onRefused={setFailure} />
        }
      />
      <Failure error={shown} texts={accountTexts} />
      <OtherDevices session={session} isOffered={isDisconnected || search.has('changed')} />
      <FactorReset />
      <Panel>
        {isLoaded ? (
          <MarkedRows label={t`Ways to sign in`}>
            {passkeys.data && <AddPasskeyRow count={passkeys.data.length} onSettled={settleAdding} />}
            {passkeys.data?.map((passkey) => (
              <PasskeyRow key={passkey.id} passkey={passkey} onSettled={settlePasskey} />
            ))}
            {!accounts.error && hasPasswords && (
              <PasswordRow key={hash} user={user} password={password} onChanged={reload} />
            )}
            {linked.map((account) => (
              <LinkedAccountRow
                key={account.id}
                account={account}
                name={providers.data?.find(({ id }) => id === account.provider)?.name ?? account.provider}
                isOnly={ways.length === 1}
                onSettled={(error) => {
                  setFailure(error)
                  if (!error) setDisconnected(true)
                  reload()
                }}
              />
            ))}
          </MarkedRows>
        ) : (
          <Waiting lines={4} />
        )}
      </Panel>
      {isLoaded && accounts.data && (
        <TwoFactorRows status={twoFactor} hasPassword={password !== undefined} onChanged={reloadTwoFactor} />
      )}
      {isLoaded && !user.emailVerified && (
        <TextLink to="/account/profile">{t`Verify your email to connect another account`}</TextLink>
      )}
    </>
  )
}

function useLists() {
  const [accounts, reload] = useRequest('accounts', listAccounts)
  const [providers] = useRequest('providers', listProviders)
  const [passkeys, reloadPasskeys] = useRequest('passkeys', listPasskeys)
  const [twoFactor, reloadTwoFactor] = useRequest('two-factor', findStatus)
  return { accounts, providers, passkeys, twoFactor, reload, reloadPasskeys, reloadTwoFactor }
}
