import { useLingui } from '@lingui/react/macro'
import { DialogActions, Form, type FormError, PasswordField, SubmitButton, useForm, useStepUp } from 'kit'
import type { ReactNode } from 'react'
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

/** For actions that weaken or copy a second factor. */
export function OwnerForm({ hasPassword, act, onCancel, isDanger, children }: Props) {
  const { t } = useLingui()
  const { freshly, stepUp } = useStepUp()
  const form = useForm({
    initial: { password: '' },
    texts: accountTexts,
    validate: ({ password }) => ({ password: hasPassword && !password && 'CURRENT_PASSWORD_MISSING' }),
    fieldOf: { INVALID_PASSWORD: 'password' },
    submit: ({ password }) => freshly(() => act(hasPassword ? { password } : {})),
  })
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
