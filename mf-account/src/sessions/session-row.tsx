import { Trans, useLingui } from '@lingui/react/macro'
import { ActionButton, Badge, type Session, Text, useFormat } from 'kit'
import { readUserAgent } from 'kit/device'

interface Props {
  session: Session
  own?: boolean
  onEnd?: () => Promise<void>
}

export function SessionRow({ session, own, onEnd }: Props) {
  const { t } = useLingui()
  const format = useFormat()
  const device = useDeviceName(session.userAgent)
  const since = format.relativeTime(session.updatedAt)
  return (
    <li>
      <div>
        <Text fw={600}>{device}</Text>
        <Text size="sm" c="dimmed">
          {session.ipAddress ? `${session.ipAddress} · ${since}` : since}
        </Text>
      </div>
      {own && (
        <Badge variant="light" tt="none">
          <Trans>This device</Trans>
        </Badge>
      )}
      {onEnd && (
        <ActionButton variant="default" size="sm" onAct={onEnd} aria-label={t`End the session of ${device}`}>
          <Trans>End</Trans>
        </ActionButton>
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
