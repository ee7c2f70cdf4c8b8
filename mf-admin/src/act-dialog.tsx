import { useLingui } from '@lingui/react/macro'
import {
  Dialog,
  DialogActions,
  type FieldProps,
  Form,
  type FormError,
  SubmitButton,
  Text,
  TextInput,
  useForm,
  useStepUp,
} from 'kit'
import type { ReactNode } from 'react'
import { adminTexts } from './admin-texts.ts'

export interface Values {
  reason: string
  /** Until a ban ends; empty if it lasts until it is lifted. */
  days: string
  password: string
  newEmail: string
}

export interface Question {
  title: string
  effect: string
  button: string
  isDanger?: boolean
  /** Instead of the form. */
  obstacle?: ReactNode
  /** Before the reason. */
  fields?: ((field: (name: 'days' | 'password' | 'newEmail') => FieldProps) => ReactNode) | undefined
  /** The page after success. */
  next?: string | undefined
  send: (values: Values) => Promise<{ error: FormError | null }>
}

interface Props {
  question: Question | undefined
  /** Also after success. */
  onClose: (isDone: boolean) => void
}

/** Asks for the reason of an act, and for a recent sign-in if there was none. */
export const ActDialog = ({ question, onClose }: Props) => (
  <Dialog opened={question !== undefined} title={question?.title ?? ''} onClose={() => onClose(false)}>
    {question && (question.obstacle || <ActForm question={question} onClose={onClose} />)}
  </Dialog>
)

function ActForm({ question, onClose }: Props & { question: Question }) {
  const { t } = useLingui()
  const { freshly, stepUp } = useStepUp()
  const { effect, button, isDanger, fields, send } = question
  const form = useForm({
    initial: { reason: '', days: '', password: '', newEmail: '' },
    texts: adminTexts,
    validate: ({ reason }) => ({ reason: !reason.trim() && 'REASON_MISSING' }),
    fieldOf: {
      PASSWORD_TOO_COMMON: 'password',
      PASSWORD_TOO_SHORT: 'password',
      PASSWORD_TOO_LONG: 'password',
      EMAIL_IS_THE_SAME: 'newEmail',
      USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: 'newEmail',
    },
    submit: async (values) => {
      const refusal = await freshly(async () => (await send(values)).error)
      if (!refusal) onClose(true)
      return refusal
    },
  })
  return (
    <>
      <Form form={form}>
        <Text>{effect}</Text>
        {fields?.(form.field)}
        <TextInput
          {...form.field('reason')}
          label={t`Reason`}
          description={t`The journal keeps it with your name.`}
          autoComplete="off"
          maxLength={500}
        />
        <DialogActions onCancel={() => onClose(false)}>
          <SubmitButton {...(isDanger && { color: 'red' })}>{button}</SubmitButton>
        </DialogActions>
      </Form>
      {stepUp}
    </>
  )
}
