import { useLingui } from '@lingui/react/macro'
import { TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { authClient, request } from '../auth-client.ts'
import { Form, SubmitButton } from '../form/form.tsx'
import { useForm } from '../form/use-form.ts'
import type { User } from '../session/session-types.ts'
import { Checkbox } from '../ui/checkbox.tsx'
import { factorTexts } from './step-up-texts.ts'

const DIGITS = 6
const spaced = { input: { fontVariantNumeric: 'tabular-nums', letterSpacing: '0.3em' } }

interface Props {
  isBackup: boolean
  canTrust: boolean
  onDone: (user: User) => Promise<void>
  onExpired: () => void
}

/** Sends a complete code of the app by itself. */
export function CodeForm({ isBackup, canTrust, onDone, onExpired }: Props) {
  const { t } = useLingui()
  const input = useRef<HTMLInputElement>(null)
  const [trustDevice, setTrust] = useState(false)
  const form = useForm({
    initial: { code: '' },
    texts: factorTexts,
    validate: ({ code }) => ({ code: !code && 'CODE_MISSING' }),
    fieldOf: { INVALID_CODE: 'code', INVALID_BACKUP_CODE: 'code' },
    submit: async ({ code }) => {
      const init = { body: { code: code.trim(), trustDevice } }
      const { data, error } = await request(() =>
        isBackup
          ? authClient.POST('/two-factor/verify-backup-code', init)
          : authClient.POST('/two-factor/verify-totp', init),
      )
      if (!error) await onDone(data.user)
      else if (ends.has(error.code)) onExpired()
      else form.set('code', '')
      return error
    },
  })
  const { code } = form.values
  useEffect(() => input.current?.focus(), [])
  useEffect(() => {
    if (!isBackup && code.length === DIGITS) input.current?.form?.requestSubmit()
  }, [isBackup, code])
  const field = form.field('code')
  return (
    <Form form={form}>
      {isBackup ? (
        <TextInput
          {...field}
          ref={input}
          label={t`Backup code`}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      ) : (
        <TextInput
          {...field}
          ref={input}
          label={t`Six-digit code from your authenticator app`}
          onChange={({ currentTarget }) => form.set('code', currentTarget.value.replaceAll(/\D/g, '').slice(0, DIGITS))}
          autoComplete="one-time-code"
          inputMode="numeric"
          styles={spaced}
        />
      )}
      {canTrust && (
        <Checkbox
          label={t`Trust this device for 30 days`}
          checked={trustDevice}
          onChange={({ currentTarget }) => setTrust(currentTarget.checked)}
        />
      )}
      <SubmitButton>{t`Continue`}</SubmitButton>
    </Form>
  )
}

/** The sign-in has expired, or the factor was removed meanwhile. */
const ends = new Set(['INVALID_TWO_FACTOR_COOKIE', 'TOTP_NOT_ENABLED', 'BACKUP_CODES_NOT_ENABLED'])
