import { Trans, useLingui } from '@lingui/react/macro'
import { ActionButton, Badge, type Session, Text, useFormat } from 'kit'
import { readUserAgent } from 'kit/device'

interface Props {
  session: Session
  /** Absent for the current device. */
  onEnd?: () => Promise<void>
}

/** Omits the last use, because the server records it at most once a day. */
export function SessionRow({ session, onEnd }: Props) {
  const { t } = useLingui()
  const format = useFormat()
  const device = useDeviceName(session.userAgent)
  const place = session.ipAddress ?? t`Unknown address`
  const since = format.dateTime(session.createdAt)
  return (
    <li>
      <div>
        <Text className="kit-name">{device}</Text>
        <Text size="sm" c="dimmed">
          <Trans>
            {place} · signed in since {since}
          </Trans>
        </Text>
      </div>
      {onEnd ? (
        <ActionButton variant="default" size="sm" onAct={onEnd} aria-label={t`Sign out: ${device}, ${since}`}>
          <Trans>Sign out</Trans>
        </ActionButton>
      ) : (
        <Badge>
          <Trans>This device</Trans>
        </Badge>
      )}
    </li>
  )
}

function useDeviceName(userAgent: string | null | undefined): string {
  const { t } = useLingui()
  const { browser, system } = readUserAgent(userAgent)
  if (browser && system) return t`${browser} on ${system}`
  return browser ?? system ?? t`Unknown device`
}
