import { Trans, useLingui } from '@lingui/react/macro'
import {
  type CallError,
  Failure,
  Stack,
  Text,
  TextLink,
  useFormat,
  useRequest,
  useSearchParams,
  type User,
  Waiting,
} from 'kit'
import { useState } from 'react'
import { accountTexts } from '../account-texts.ts'
import type { listAccounts } from '../list-accounts.ts'
import { LinkProviders, listProviders } from './link-providers.tsx'
import { UnlinkButton } from './unlink-button.tsx'

interface Props {
  user: User
  accounts: Awaited<ReturnType<typeof listAccounts>>
  onChanged: () => void
}

export function LinkedAccounts({ user, accounts, onChanged }: Props) {
  const { t } = useLingui()
  const format = useFormat()
  const [search] = useSearchParams()
  const [failure, setFailure] = useState<Pick<CallError, 'code'> | null>(null)
  const [providers] = useRequest('providers', listProviders)
  if (!providers) return <Waiting />
  const refused = search.get('error')
  const shown = accounts.error ?? providers.error ?? failure ?? (refused ? { code: refused } : null)
  const nameOf = (id: string) =>
    id === 'credential' ? t`Password` : (providers.data?.find((provider) => provider.id === id)?.name ?? id)
  const linked = accounts.data ?? []
  return (
    <Stack>
      <Failure error={shown} texts={accountTexts} />
      <ul className="kit-rows" aria-label={t`Ways to sign in`}>
        {linked.map(({ id, provider, accountId, createdAt }) => {
          const name = nameOf(provider)
          const since = format.date(createdAt)
          return (
            <li key={id}>
              <div>
                <Text className="kit-name">{name}</Text>
                <Text size="sm" c="dimmed">
                  <Trans>Connected on {since}</Trans>
                </Text>
              </div>
              {linked.length === 1 ? (
                <Text size="sm" c="dimmed">
                  <Trans>Your only way to sign in</Trans>
                </Text>
              ) : (
                provider !== 'credential' && (
                  <UnlinkButton
                    account={{ providerId: provider, accountId, name }}
                    onSettled={(error) => {
                      setFailure(error)
                      onChanged()
                    }}
                  />
                )
              )}
            </li>
          )
        })}
      </ul>
      {user.emailVerified ? (
        <LinkProviders
          providers={(providers.data ?? []).filter(
            ({ id, linkable }) => linkable && !linked.some(({ provider }) => provider === id),
          )}
          onRefused={setFailure}
        />
      ) : (
        <TextLink to="/account/profile">
          <Trans>Verify your email to connect another account</Trans>
        </TextLink>
      )}
    </Stack>
  )
}
