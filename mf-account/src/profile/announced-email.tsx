import { Trans, useLingui } from '@lingui/react/macro'
import { ActionButton, authClient, Badge, Group, request, Text, Toast, useFailure, useFormat, useRequest } from 'kit'
import { useState } from 'react'

/** The change of the email by an administrator, until it takes effect. */
export function AnnouncedEmail() {
  const { t } = useLingui()
  const format = useFormat()
  const { failure, failed } = useFailure({})
  const [isStopped, setStopped] = useState(false)
  const [response, reload] = useRequest('announced email change', () =>
    request(() => authClient.GET('/announced-email-change')),
  )
  const change = response?.data
  const stop = async () => {
    const { data, error } = await request(() => authClient.POST('/stop-announced-email-change', { body: {} }))
    if (failed(error)) return
    setStopped(data?.stopped ?? false)
    reload()
  }
  if (!change) return <Toast>{isStopped && t`Change stopped. Your email stays as it is.`}</Toast>
  const { newEmail } = change
  const time = format.dateTime(change.effectiveAt)
  return (
    <li>
      <div>
        {failure}
        <Group gap="xs">
          <Text className="kit-name kit-truncate" title={newEmail}>
            {newEmail}
          </Text>
          <Badge color="yellow">{t`From an administrator`}</Badge>
        </Group>
        <Text size="sm" c="dimmed">
          <Trans>
            An administrator is changing your email to this one on {time}. You’ll be signed out everywhere. If you
            didn’t ask for it, stop it.
          </Trans>
        </Text>
      </div>
      <ActionButton variant="default" size="sm" onAct={stop}>{t`Stop this change`}</ActionButton>
    </li>
  )
}
