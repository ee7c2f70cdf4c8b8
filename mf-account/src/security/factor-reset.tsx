import { Trans, useLingui } from '@lingui/react/macro'
import { ActionButton, Alert, authClient, request, Stack, Text, Toast, useFailure, useFormat, useRequest } from 'kit'
import { useState } from 'react'

/** The reset of the second factors by an administrator, until it takes effect. */
export function FactorReset() {
  const { t } = useLingui()
  const format = useFormat()
  const { failure, failed } = useFailure({})
  const [isStopped, setStopped] = useState(false)
  const [response, reload] = useRequest('announced factor reset', () =>
    request(() => authClient.GET('/announced-factor-reset')),
  )
  const stop = async () => {
    const { data, error } = await request(() => authClient.POST('/stop-factor-reset', { body: {} }))
    if (failed(error)) return
    setStopped(data?.stopped ?? false)
    reload()
  }
  if (!response?.data) return <Toast>{isStopped && t`Reset stopped. Everything stays as it is.`}</Toast>
  const time = format.dateTime(response.data.effectiveAt)
  return (
    <Alert color="yellow" title={t`Your second factors will be removed`}>
      <Stack gap="xs" align="start">
        {failure}
        <Text size="sm">
          <Trans>
            An administrator removes your authenticator app, backup codes, trusted devices and passkeys on {time}.
            You’ll be signed out everywhere. If you didn’t ask for it, stop it.
          </Trans>
        </Text>
        <ActionButton variant="default" size="sm" onAct={stop}>{t`Stop the reset`}</ActionButton>
      </Stack>
    </Alert>
  )
}
