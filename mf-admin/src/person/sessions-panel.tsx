import { useLingui } from '@lingui/react/macro'
import { authClient, Button, LoadFailure, Panel, request, Text, useFormat, useRequest, Waiting } from 'kit'
import { readUserAgent } from 'kit/device'
import Monitor from 'lucide-react/icons/monitor'
import { Glyph, Row, Rows } from '../rows.tsx'
import { useKept } from '../use-kept.ts'

interface Props {
  userId: string
  /** Loads again when it grows. */
  changes: number
  onEnd: (sessionToken: string) => void
}

export function SessionsPanel({ userId, changes, onEnd }: Props) {
  const { t } = useLingui()
  const format = useFormat()
  const [response, reload] = useRequest(`${userId} ${changes}`, () =>
    request(() => authClient.POST('/admin/list-user-sessions', { body: { userId } })),
  )
  const { data, error } = useKept(response) ?? {}
  const deviceOf = (userAgent: string | null) => {
    const { browser, system } = readUserAgent(userAgent)
    return browser && system ? t`${browser} on ${system}` : (browser ?? system ?? t`Unknown device`)
  }
  return (
    <Panel title={t`Sessions`} count={data?.sessions.length}>
      {error && <LoadFailure error={error} onRetry={reload} />}
      {!data && !error && <Waiting lines={2} isList />}
      {data?.sessions.length === 0 && <Text c="dimmed">{t`Signed in nowhere.`}</Text>}
      {data && data.sessions.length > 0 && (
        <Rows label={t`Sessions`}>
          {data.sessions.map(({ id, token, userAgent, ipAddress, createdAt }) => {
            const device = deviceOf(userAgent)
            const exactly = format.dateTime(createdAt)
            return (
              <Row
                key={id}
                mark={
                  <Glyph>
                    <Monitor size={16} aria-hidden />
                  </Glyph>
                }
                name={device}
                facts={
                  <>
                    <span>{ipAddress ?? t`Unknown address`}</span>
                    <span>{exactly}</span>
                  </>
                }
              >
                <Button
                  variant="default"
                  size="sm"
                  aria-label={t`Sign out: ${device}, ${exactly}`}
                  onClick={() => onEnd(token)}
                >
                  {t`Sign out…`}
                </Button>
              </Row>
            )
          })}
        </Rows>
      )}
    </Panel>
  )
}
