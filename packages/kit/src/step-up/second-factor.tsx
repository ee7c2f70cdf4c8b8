import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Stack, TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { Alert } from '../alert.tsx'
import { authClient, request } from '../auth-client.ts'
import { canUsePasskeys } from '../passkeys/load-passkeys.ts'
import type { User } from '../session/session-types.ts'
import { LinkButton } from '../ui/links.tsx'
import { OnDemandTexts } from '../i18n/on-demand-texts.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import { Form, SubmitButton } from '../form/form.tsx'
import { useForm } from '../form/use-form.ts'
import { Checkbox } from '../ui/checkbox.tsx'
import { factorTexts } from './step-up-texts.ts'

const allMethods = ['totp', 'passkey', 'backup-code'] as const
export type FactorMethod = (typeof allMethods)[number]

interface Props {
  /** better-auth's `twoFactorMethods`. */
  methods?: readonly FactorMethod[] | undefined
  /** Offers to trust the device, and warns after the last backup code. */
  isSignIn?: boolean
  onDone: (user: User) => Promise<void>
  /** The sign-in no longer waits for the factor. */
  onExpired: () => void
}

/** Asks for the code of the authenticator app, or for another second factor. */
export const SecondFactor = (props: Props) => (
  <OnDemandTexts>
    <Ways {...props} />
  </OnDemandTexts>
)

function Ways({ methods = allMethods, isSignIn = false, onDone, onExpired }: Props) {
  const [isBackup, setBackup] = useState(false)
  const [warned, setWarned] = useState<User | null>(null)
  const accept = async (user: User) => {
    const { data } = isSignIn && isBackup ? await request(() => authClient.GET('/two-factor/status')) : {}
    if (data?.backupCodesLeft === 0) setWarned(user)
    else await onDone(user)
  }
  if (warned) return <NoCodesLeft onGoOn={() => onDone(warned)} />
  return (
    <Stack gap="sm">
      <CodeForm key={String(isBackup)} isBackup={isBackup} canTrust={isSignIn} onDone={accept} onExpired={onExpired} />
      {methods.includes('backup-code') && (
        <Button variant="subtle" onClick={() => setBackup(!isBackup)}>
          {isBackup ? <Trans>Use the authenticator app</Trans> : <Trans>Use a backup code</Trans>}
        </Button>
      )}
      {canUsePasskeys && methods.includes('passkey') && <PasskeyButton onSignedIn={onDone} />}
    </Stack>
  )
}

const NoCodesLeft = ({ onGoOn }: { onGoOn: () => Promise<void> }) => (
  <Stack>
    <Alert color="yellow">
      <Trans>That was your last backup code. Make new ones, so that you can sign in without your app.</Trans>
    </Alert>
    <LinkButton to="/account/security">
      <Trans>New codes</Trans>
    </LinkButton>
    <Button variant="default" onClick={() => void onGoOn()}>
      <Trans>Not now</Trans>
    </Button>
  </Stack>
)

const DIGITS = 6
const spaced = { input: { fontVariantNumeric: 'tabular-nums', letterSpacing: '0.3em' } }

interface CodeFormProps {
  isBackup: boolean
  canTrust: boolean
  onDone: (user: User) => Promise<void>
  onExpired: () => void
}

/** Sends a complete code of the app by itself. */
function CodeForm({ isBackup, canTrust, onDone, onExpired }: CodeFormProps) {
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
