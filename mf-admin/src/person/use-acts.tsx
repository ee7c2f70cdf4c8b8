import { useLingui } from '@lingui/react/macro'
import { authClient, EmailField, NativeSelect, PasswordField, request, useFormat, useSession } from 'kit'
import type { MenuItem } from 'kit/parts'
import type { Question } from '../act-dialog.tsx'
import { type ActName, acts } from './acts.ts'
import { nameOf, type Person } from './person.ts'

const banDays = [1, 7, 30, 365]

/** The questions of acts on a person, and the menu that asks them. */
export function useActs({ user, isOperator, announcedEmailChange }: Person, ask: (question: Question) => void) {
  const { t, i18n } = useLingui()
  const format = useFormat()
  const name = nameOf(user)
  const until = { value: '', label: t`Until the ban is lifted` }
  const days = banDays.map((count) => ({ value: String(count), label: format.duration(count * 86_400) }))
  const fields: Partial<Record<ActName, Question['fields']>> = {
    ban: (field) => <NativeSelect {...field('days')} label={t`For how long`} data={[until, ...days]} />,
    email: (field) => <EmailField {...field('newEmail')} label={t`New email`} />,
    password: (field) => (
      <PasswordField
        {...field('password')}
        names={[user.name, user.email, user.username ?? '']}
        label={t`New password`}
        autoComplete="new-password"
      />
    ),
  }
  const session = useSession()
  const isOneself = session.status === 'signed-in' && session.user.id === user.id
  const isAdministrator = user.role === 'admin'
  const why = isAdministrator ? t`Not for administrators` : t`Not for operators`
  // The calls refuse it as well.
  const unlessProtected = (isAdministrator || isOperator) && { isDisabled: true, description: why }
  const item = (act: ActName, text: string, more: object | false = {}): MenuItem => {
    const { title: question, button, effect, isDanger = false, next, send } = acts[act]
    const title = i18n._({ ...question, values: { name } })
    const sendAct: Question['send'] = (values) => send({ userId: user.id, reason: values.reason }, values)
    const asked = { title, effect: t(effect), button: t(button), isDanger, next, fields: fields[act], send: sendAct }
    return { text, isDanger, onSelect: () => ask(asked), ...more }
  }
  const menu = [
    item('sessions', t`Sign out everywhere…`),
    item('password', t`Set password…`, unlessProtected),
    announcedEmailChange
      ? item('keepEmail', t`Cancel change of email…`)
      : item(
          'email',
          t`Change email…`,
          unlessProtected || (user.banned && { isDisabled: true, description: t`Lift the ban first` }),
        ),
    item('impersonate', t`Act as this person…`, unlessProtected),
    item('export', t`Export…`),
    ...(isAdministrator ? [] : [item('promote', t`Make administrator…`)]),
    // Only the command line takes the rights of others.
    ...(isAdministrator && isOneself ? [item('resign', t`Resign…`)] : []),
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
