import { useLingui } from '@lingui/react/macro'
import {
  ActionButton,
  authClient,
  Button,
  type CallError,
  Dialog,
  DialogActions,
  request,
  Text,
  useFormat,
  useStepUp,
} from 'kit'
import { useState } from 'react'
import { MarkedRow } from '../marked-row.tsx'
import { ProviderMark } from './provider-mark.tsx'

interface Props {
  account: { provider: string; accountId: string; createdAt: string }
  name: string
  isOnly: boolean
  onSettled: (error: CallError | null) => void
}

export function LinkedAccountRow({ account: { provider, accountId, createdAt }, name, isOnly, onSettled }: Props) {
  const { t } = useLingui()
  const format = useFormat()
  const [asking, setAsking] = useState(false)
  const { freshly, stepUp, isAsking } = useStepUp()
  const since = format.date(createdAt)
  const close = () => setAsking(false)
  const disconnect = async () => {
    const body = { providerId: provider, accountId }
    const error = await freshly(async () => (await request(() => authClient.POST('/unlink-account', { body }))).error)
    close()
    onSettled(error)
  }
  return (
    <MarkedRow mark={<ProviderMark id={provider} />} name={name} facts={t`Connected on ${since}`}>
      {isOnly ? (
        <Text size="sm" c="dimmed">{t`Your only way to sign in`}</Text>
      ) : (
        <Button variant="default" size="sm" onClick={() => setAsking(true)} aria-label={t`Disconnect ${name}`}>
          {t`Disconnect`}
        </Button>
      )}
      <Dialog opened={asking && !isAsking} title={t`Disconnect ${name}?`} onClose={close}>
        <Text>{t`You’ll no longer be able to sign in with ${name}.`}</Text>
        <DialogActions onCancel={close}>
          <ActionButton color="red" onAct={disconnect}>{t`Disconnect`}</ActionButton>
        </DialogActions>
      </Dialog>
      {stepUp}
    </MarkedRow>
  )
}
