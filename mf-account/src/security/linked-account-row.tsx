import { Trans } from '@lingui/react/macro'
import { type CallError, Text, useFormat } from 'kit'
import { MarkedRow } from '../marked-row.tsx'
import { ProviderMark } from './provider-mark.tsx'
import { UnlinkButton } from './unlink-button.tsx'

interface Props {
  account: { provider: string; accountId: string; createdAt: string }
  name: string
  isOnly: boolean
  onSettled: (error: CallError | null) => void
}

export function LinkedAccountRow({ account: { provider, accountId, createdAt }, name, isOnly, onSettled }: Props) {
  const format = useFormat()
  const since = format.date(createdAt)
  return (
    <MarkedRow mark={<ProviderMark id={provider} />} name={name} facts={<Trans>Connected on {since}</Trans>}>
      {isOnly ? (
        <Text size="sm" c="dimmed">
          <Trans>Your only way to sign in</Trans>
        </Text>
      ) : (
        <UnlinkButton account={{ providerId: provider, accountId, name }} onSettled={onSettled} />
      )}
    </MarkedRow>
  )
}
