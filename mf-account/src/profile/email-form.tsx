import { useLingui } from '@lingui/react/macro'
import {
  EmailField,
  Form,
  refreshSession,
  startCooldown,
  SubmitButton,
  useForm,
  useStepUp,
  type User,
  trimAddress,
} from 'kit'
import { emailTexts } from '../account-texts.ts'
import { requestEmailChange, MAIL_PAUSE_S, pauseOf } from './pending-email-change.ts'

interface Props {
  user: User
  onAsked: () => void
}

/** Changes an unverified email usually at once, a verified one through an emailed link. */
export function EmailForm({ user: { email, emailVerified }, onAsked }: Props) {
  const { t } = useLingui()
  const { freshly, stepUp } = useStepUp()
  const form = useForm({
    initial: { newEmail: '' },
    texts: emailTexts,
    validate: ({ newEmail }) => ({ newEmail: !trimAddress(newEmail) && 'EMAIL_MISSING' }),
    fieldOf: {
      VALIDATION_ERROR: 'newEmail',
      INVALID_EMAIL: 'newEmail',
      EMAIL_IS_THE_SAME: 'newEmail',
      COULDNT_UPDATE_YOUR_EMAIL: 'newEmail',
    },
    submit: async ({ newEmail }) => {
      const error = await freshly(() => requestEmailChange(trimAddress(newEmail)))
      if (error) return error
      startCooldown(pauseOf(emailVerified ? email : trimAddress(newEmail).toLowerCase()), MAIL_PAUSE_S)
      onAsked()
      await refreshSession()
      return null
    },
  })
  return (
    <>
      <Form form={form}>
        <EmailField {...form.field('newEmail')} label={t`New email`} />
        <div className="kit-foot">
          <SubmitButton variant={form.values.newEmail ? 'filled' : 'default'}>{t`Change email`}</SubmitButton>
        </div>
      </Form>
      {stepUp}
    </>
  )
}
