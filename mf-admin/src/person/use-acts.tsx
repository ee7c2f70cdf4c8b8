import { Trans, useLingui } from '@lingui/react/macro'
import {
  Alert,
  authClient,
  EmailField,
  NativeSelect,
  PasswordField,
  request,
  TextLink,
  useFormat,
  useSession,
} from 'kit'
import type { MenuItem } from 'kit/parts'
import ChevronRight from 'lucide-react/icons/chevron-right'
import type { Question } from '../act-dialog.tsx'
import { type ActName, acts } from './acts.ts'
import { nameOf, type Person } from './person.ts'

const banDays = [1, 7, 30, 365]

/** An act on the person, or the end of one session. */
export type Asked = ActName | { sessionToken: string }

/** The menu of acts on a person. */
export function useActMenu(person: Person, ask: (act: Asked) => void) {
  const { user, isOperator, announcedEmailChange, announcedFactorReset, hasSecondFactor } = person
  const { t } = useLingui()
  const session = useSession()
  const isOneself = session.status === 'signed-in' && session.user.id === user.id
  const isAdministrator = user.role === 'admin'
  const why = isAdministrator ? t`Not for administrators` : t`Not for operators`
  // The calls refuse it as well.
  const unlessProtected = (isAdministrator || isOperator) && { isDisabled: true, description: why }
  const item = (act: ActName, text: string, more: object | false = {}): MenuItem => ({
    text,
    isDanger: acts[act].isDanger ?? false,
    onSelect: () => ask(act),
    ...more,
  })
  return [
    item('sessions', t`Sign out everywhere…`),
    item('password', t`Set password…`, unlessProtected),
    announcedEmailChange
      ? item('keepEmail', t`Cancel change of email…`)
      : item(
          'email',
          t`Change email…`,
          unlessProtected || (user.banned && { isDisabled: true, description: t`Lift the ban first` }),
        ),
    ...(announcedFactorReset ? [item('keepFactors', t`Cancel reset of second factors…`)] : []),
    ...(hasSecondFactor && !announcedFactorReset
      ? [
          item(
            'resetFactors',
            t`Reset second factors…`,
            unlessProtected || (user.banned && { isDisabled: true, description: t`Lift the ban first` }),
          ),
        ]
      : []),
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
}

/** The question before an act. `onObstacle` loads the person again. */
export function useQuestion(
  { user, soleOwnerships }: Person,
  asked: Asked | undefined,
  onObstacle: () => void,
): Question | undefined {
  const { t, i18n } = useLingui()
  const format = useFormat()
  if (asked === undefined) return undefined
  if (typeof asked === 'object')
    return {
      title: t`Sign out this session?`,
      effect: t`The browser or device is signed out at once.`,
      button: t`Sign out`,
      send: ({ reason }) =>
        request(() => authClient.POST('/admin/revoke-user-session', { body: { ...asked, reason } })),
    }
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
  const { title, button, effect, send, ...more } = acts[asked]
  return {
    ...more,
    title: i18n._({ ...title, values: { name: nameOf(user) } }),
    effect: t(effect),
    button: t(button),
    fields: fields[asked],
    obstacle: asked === 'delete' && soleOwnerships.length > 0 && <OnlyOwner organizations={soleOwnerships} />,
    async send(values) {
      const outcome = await send({ userId: user.id, reason: values.reason }, values)
      if (outcome.error?.code === 'YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER') onObstacle()
      return outcome
    },
  }
}

const OnlyOwner = ({ organizations }: { organizations: Person['soleOwnerships'] }) => (
  <>
    <Alert color="red">
      <Trans>
        They’re the only owner of these organizations. Ask them to make someone else an owner, or delete the
        organizations first.
      </Trans>
    </Alert>
    <ul className="kit-rows">
      {organizations.map(({ id, name }) => (
        <li key={id}>
          <TextLink to={`/admin/organizations/${id}`} className="kit-name kit-cover">
            {name}
          </TextLink>
          <ChevronRight size={16} aria-hidden />
        </li>
      ))}
    </ul>
  </>
)
