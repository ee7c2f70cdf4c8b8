import { useLingui } from '@lingui/react/macro'
import {
  ActionButton,
  authClient,
  Button,
  Dialog,
  DialogActions,
  Form,
  type FormError,
  request,
  SubmitButton,
  Text,
  TextInput,
  useForm,
  useFormat,
  useStepUp,
} from 'kit'
import FingerprintPattern from 'lucide-react/icons/fingerprint-pattern'
import { useState } from 'react'
import { accountTexts } from '../account-texts.ts'
import type { Passkey } from '../list-accounts.ts'
import { MarkedRow } from '../marked-row.tsx'
import { requireFreshSession } from '../require-fresh-session.ts'

interface Props {
  passkey: Passkey
  onSettled: (error: FormError | null) => void
}

export function PasskeyRow({ passkey, onSettled }: Props) {
  const { t } = useLingui()
  const format = useFormat()
  const [opened, setOpened] = useState(false)
  const { freshly, stepUp, isAsking } = useStepUp()
  const { id, name } = passkey
  const since = format.date(passkey.createdAt)
  const used = passkey.lastUsedAt && format.relativeTime(passkey.lastUsedAt)
  const close = () => setOpened(false)
  const settle = (error: FormError | null) => {
    close()
    onSettled(error)
  }
  const remove = async () => {
    const input = { body: { id }, headers: requireFreshSession }
    settle(await freshly(async () => (await request(() => authClient.POST('/passkey/delete-passkey', input))).error))
  }
  return (
    <MarkedRow
      mark={<FingerprintPattern size={20} aria-hidden />}
      name={name}
      facts={
        <div className="kit-meta">
          <span>{t`Passkey`}</span>
          <span>{t`Added on ${since}`}</span>
          <span>{used ? t`Last used ${used}` : t`Not used yet`}</span>
        </div>
      }
    >
      <Button variant="default" size="sm" onClick={() => setOpened(true)} aria-label={t`Edit passkey ${name}`}>
        {t`Edit`}
      </Button>
      <Dialog opened={opened && !isAsking} title={t`Edit passkey`} onClose={close}>
        <PasskeyForm passkey={passkey} onSaved={() => settle(null)} onCancel={close} />
        <Text size="sm" c="dimmed">
          {t`Once removed here, it no longer signs you in. Delete it from your device, too.`}
        </Text>
        <ActionButton variant="outline" color="red" onAct={remove}>{t`Remove passkey`}</ActionButton>
      </Dialog>
      {stepUp}
    </MarkedRow>
  )
}

interface FormProps {
  passkey: Passkey
  onSaved: () => void
  onCancel: () => void
}

function PasskeyForm({ passkey: { id, name }, onSaved, onCancel }: FormProps) {
  const { t } = useLingui()
  const form = useForm({
    initial: { name },
    texts: accountTexts,
    validate: (values) => ({ name: !values.name.trim() && 'PASSKEY_NAME_MISSING' }),
    submit: async (values) => {
      const { error } = await request(() => authClient.POST('/passkey/update-passkey', { body: { id, ...values } }))
      if (!error) onSaved()
      return error
    },
  })
  return (
    <Form form={form}>
      <TextInput {...form.field('name')} label={t`Name`} maxLength={100} autoComplete="off" data-autofocus />
      <DialogActions onCancel={onCancel}>
        <SubmitButton>{t`Save`}</SubmitButton>
      </DialogActions>
    </Form>
  )
}
