import { useLingui } from '@lingui/react/macro'
import {
  DialogActions,
  Form,
  type FormError,
  PasswordField,
  SecondFactor,
  SubmitButton,
  useForm,
  useStepUp,
  Waiting,
} from 'kit'
import { type ReactNode, Suspense, useState } from 'react'
import { accountTexts } from '../../account-texts.ts'

interface Props {
  hasPassword: boolean
  /** Sends the password, or nothing for people who have none: they need a recent sign-in. */
  act: (proof: { password?: string }) => Promise<FormError | null>
  onCancel: () => void
  isDanger?: boolean
  /** The name of the action. */
  children: ReactNode
}

/** For actions that weaken or copy a second factor. In an old session, asks for the code after the password. */
export function OwnerForm({ hasPassword, act, onCancel, isDanger, children }: Props) {
  const { t } = useLingui()
  const { freshly, stepUp } = useStepUp()
  const [asksForCode, setAsksForCode] = useState(false)
  const form = useForm({
    initial: { password: '' },
    texts: accountTexts,
    validate: ({ password }) => ({ password: hasPassword && !password && 'CURRENT_PASSWORD_MISSING' }),
    fieldOf: { INVALID_PASSWORD: 'password' },
    async submit({ password }) {
      if (!hasPassword) return freshly(() => act({}))
      const refusal = await act({ password })
      if (refusal?.code !== 'SESSION_IS_NOT_FRESH') return refusal
      setAsksForCode(true)
      return null
    },
  })
  const password = form.values.password
  if (asksForCode)
    return (
      <Suspense fallback={<Waiting lines={2} />}>
        <SecondFactor
          methods={['totp', 'backup-code']}
          onDone={async () => {
            if (await act({ password })) setAsksForCode(false)
          }}
          onExpired={() => setAsksForCode(false)}
        />
      </Suspense>
    )
  return (
    <>
      <Form form={form}>
        {hasPassword && (
          <PasswordField {...form.field('password')} label={t`Password`} autoComplete="current-password" />
        )}
        <DialogActions onCancel={onCancel}>
          <SubmitButton {...(isDanger && { color: 'red' })}>{children}</SubmitButton>
        </DialogActions>
      </Form>
      {stepUp}
    </>
  )
}
