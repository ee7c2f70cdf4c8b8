import { useLingui } from '@lingui/react/macro'
import { ActionButton, authClient, Button, type CallError, Dialog, DialogActions, request, useStepUp } from 'kit'
import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import type { listProviders } from '../list-accounts.ts'
import { ProviderMark } from './provider-mark.tsx'

type Provider = NonNullable<Awaited<ReturnType<typeof listProviders>>['data']>[number]

interface Props {
  providers: Provider[]
  onRefused: (error: CallError | null) => void
}

/** Requires a recent sign-in, then redirects to the provider and back to this page. */
export function ConnectAccount({ providers, onRefused }: Props) {
  const { t } = useLingui()
  const [opened, setOpened] = useState(false)
  const { freshly, stepUp, isAsking } = useStepUp()
  const close = () => setOpened(false)
  const connect = async (provider: Provider['id']) => {
    const body = { provider, callbackURL: '/account/security?changed', errorCallbackURL: '/account/security' }
    const refusal = await freshly(async () => {
      const { data, error } = await request(() => authClient.POST('/link-social', { body }))
      if (data) location.assign(data.url)
      return error
    })
    close()
    onRefused(refusal)
  }
  return (
    <>
      <Button variant="default" leftSection={<Plus size={16} aria-hidden />} onClick={() => setOpened(true)}>
        {t`Connect account`}
      </Button>
      <Dialog opened={opened && !isAsking} title={t`Connect account`} onClose={close} isLight>
        <div className="kit-tiles">
          {providers.map(({ id, name }) => (
            <ActionButton
              key={id}
              variant="default"
              leftSection={<ProviderMark id={id} />}
              onAct={() => connect(id)}
              fullWidth
            >
              {name}
            </ActionButton>
          ))}
        </div>
        <DialogActions onCancel={close} />
      </Dialog>
      {stepUp}
    </>
  )
}
