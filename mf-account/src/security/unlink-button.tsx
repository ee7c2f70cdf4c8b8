import { Trans, useLingui } from '@lingui/react/macro'
import { ActionButton, authClient, Button, type CallError, Dialog, Group, request, Text, useStepUp } from 'kit'
import { useState } from 'react'

interface Props {
  account: { providerId: string; accountId: string; name: string }
  onSettled: (error: CallError | null) => void
}

export function UnlinkButton({ account: { providerId, accountId, name }, onSettled }: Props) {
  const { t } = useLingui()
  const [asking, setAsking] = useState(false)
  const { freshly, stepUp, isAsking } = useStepUp()
  const close = () => setAsking(false)
  const unlink = async () => {
    const body = { providerId, accountId }
    const error = await freshly(async () => (await request(() => authClient.POST('/unlink-account', { body }))).error)
    close()
    onSettled(error)
  }
  return (
    <>
      <Button variant="default" size="sm" onClick={() => setAsking(true)} aria-label={t`Disconnect ${name}`}>
        <Trans>Disconnect</Trans>
      </Button>
      <Dialog opened={asking && !isAsking} title={t`Disconnect ${name}?`} onClose={close}>
        <Text>
          <Trans>You’ll no longer be able to sign in with {name}.</Trans>
        </Text>
        <Group>
          <ActionButton color="red" onAct={unlink}>
            <Trans>Disconnect</Trans>
          </ActionButton>
          <Button variant="default" onClick={close}>
            <Trans>Cancel</Trans>
          </Button>
        </Group>
      </Dialog>
      {stepUp}
    </>
  )
}
