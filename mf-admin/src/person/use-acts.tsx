import { useLingui } from '@lingui/react/macro'
import { authClient, NativeSelect, PasswordField, request, useFormat } from 'kit'
import type { MenuItem } from 'kit/parts'
import type { Question } from '../act-dialog.tsx'
import { type ActName, acts } from './acts.ts'
import { nameOf, type Person } from './person.ts'

const banDays = [1, 7, 30, 365]

/** The questions of acts on a person, and the menu that asks them. */
export function useActs({ user, isOperator }: Person, ask: (question: Question) => void) {
  const { t } = useLingui()
  const format = useFormat()
  const name = nameOf(user)
  const until = { value: '', label: t`Until the ban is lifted` }
  const days = banDays.map((count) => ({ value: String(count), label: format.duration(count * 86_400) }))
  const fields: Partial<Record<ActName, Question['fields']>> = {
    ban: (field) => <NativeSelect {...field('days')} label={t`For how long`} data={[until, ...days]} />,
    password: (field) => (
      <PasswordField
        {...field('password')}
        names={[user.name, user.email, user.username ?? '']}
        label={t`New password`}
        autoComplete="new-password"
      />
    ),
  }
  const isAdministrator = user.role === 'admin'
  const why = isAdministrator ? t`Not for administrators` : t`Not for operators`
  // The calls refuse it as well.
  const unlessProtected = (isAdministrator || isOperator) && { isDisabled: true, description: why }
  const item = (act: ActName, text: string, more: object | false = {}): MenuItem => {
    const { button, effect, isDanger = false, next, send } = acts[act]
    const title = t`${{ button: t(button) }}: ${name}`
    const sendAct: Question['send'] = (values) => send({ userId: user.id, reason: values.reason }, values)
    const question = { title, effect: t(effect), button: t(button), isDanger, next, fields: fields[act], send: sendAct }
    return { text, isDanger, onSelect: () => ask(question), ...more }
  }
  const menu = [
    item('sessions', t`Sign out everywhere…`),
    item('password', t`Set password…`, unlessProtected),
    item('impersonate', t`Act as this person…`, unlessProtected),
    // Only the command line takes the rights.
    ...(isAdministrator ? [] : [item('promote', t`Make administrator…`)]),
    user.banned
      ? item('unban', t`Lift ban…`, { startsGroup: true })
      : item('ban', t`Ban…`, { startsGroup: true, ...unlessProtected }),
    item('delete', t`Delete account…`, unlessProtected),
  ]
  const endSession = (sessionToken: string) =>
    ask({
      title: t`Sign out this session?`,
      effect: t`The browser or device is signed out at once.`,
      button: t`Sign out`,
      send: ({ reason }) =>
        request(() => authClient.POST('/admin/revoke-user-session', { body: { sessionToken, reason } })),
    })
  return { menu, endSession }
}
