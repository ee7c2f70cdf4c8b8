import { useLingui } from '@lingui/react/macro'
import {
  Dialog,
  DialogActions,
  Form,
  NativeSelect,
  PasswordField,
  SubmitButton,
  Text,
  TextInput,
  useForm,
  useFormat,
  type User,
  useStepUp,
} from 'kit'
import { adminTexts } from '../admin-texts.ts'
import { type ActName, acts } from './acts.ts'

export interface Asked {
  act: ActName
  /** For the act on one session. */
  sessionToken?: string
}

interface Props {
  user: User
  asked: Asked | undefined
  onClose: () => void
  /** With what was done. */
  onDone: (act: ActName, said: string) => void
}

export function ActDialog({ asked, ...props }: Props) {
  const { i18n } = useLingui()
  const title = asked ? i18n._({ ...acts[asked.act].title, values: { name: nameOf(props.user) } }) : ''
  return (
    <Dialog opened={asked !== undefined} title={title} onClose={props.onClose}>
      {asked && <ActForm asked={asked} {...props} />}
    </Dialog>
  )
}

export const nameOf = ({ name, email }: Pick<User, 'name' | 'email'>): string => name || email

const banDays = [1, 7, 30, 365]

function ActForm({ asked, user, onClose, onDone }: Props & { asked: Asked }) {
  const { t, i18n } = useLingui()
  const format = useFormat()
  const { freshly, stepUp } = useStepUp()
  const { effect, button, done, isDanger, send } = acts[asked.act]
  const isPassword = asked.act === 'password'
  const form = useForm({
    initial: { reason: '', days: '', password: '' },
    texts: adminTexts,
    validate: ({ reason, password }) => ({
      reason: !reason.trim() && 'REASON_MISSING',
      password: isPassword && !password && 'PASSWORD_MISSING',
    }),
    fieldOf: { PASSWORD_TOO_COMMON: 'password', PASSWORD_TOO_SHORT: 'password', PASSWORD_TOO_LONG: 'password' },
    submit: async (values) => {
      const about = { userId: user.id, sessionToken: asked.sessionToken ?? '' }
      const error = await freshly(async () => (await send(about, values)).error)
      if (!error) onDone(asked.act, i18n._({ ...done, values: { name: nameOf(user) } }))
      return error
    },
  })
  return (
    <>
      <Form form={form}>
        <Text>{t(effect)}</Text>
        {isPassword && (
          <PasswordField
            {...form.field('password')}
            names={[user.name, user.email, user.username ?? '']}
            label={t`New password`}
            autoComplete="new-password"
          />
        )}
        {asked.act === 'ban' && (
          <NativeSelect
            {...form.field('days')}
            label={t`For how long`}
            data={[
              { value: '', label: t`Until the ban is lifted` },
              ...banDays.map((days) => ({ value: String(days), label: format.duration(days * 86_400) })),
            ]}
          />
        )}
        <TextInput
          {...form.field('reason')}
          label={t`Reason`}
          description={t`The journal keeps it with your name.`}
          autoComplete="off"
          maxLength={500}
        />
        <DialogActions onCancel={onClose}>
          <SubmitButton {...(isDanger && { color: 'red' })}>{t(button)}</SubmitButton>
        </DialogActions>
      </Form>
      {stepUp}
    </>
  )
}
