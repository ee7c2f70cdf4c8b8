import { useLingui } from '@lingui/react/macro'
import { useFormat } from 'kit'
import { Menu } from 'kit/parts'
import Building2 from 'lucide-react/icons/building-2'
import Ellipsis from 'lucide-react/icons/ellipsis'
import KeyRound from 'lucide-react/icons/key-round'
import LogIn from 'lucide-react/icons/log-in'
import LogOut from 'lucide-react/icons/log-out'
import ShieldAlert from 'lucide-react/icons/shield-alert'
import UserRound from 'lucide-react/icons/user-round'
import { MarkedRow } from '../marked-row.tsx'
import { roleNames, textOf } from './event-texts.ts'
import type { Entry } from './use-activity.ts'

const icons: [events: RegExp, typeof KeyRound][] = [
  [/^sign-in\.refused/, ShieldAlert],
  [/^session\.ended/, LogOut],
  [/^(session|one-time-token|impersonation)\./, LogIn],
  [/^(password|provider|key)\./, KeyRound],
  [/^(organization|member|owner|team|invitation)\./, Building2],
]

interface Props {
  entry: Entry
  providers: { id: string; name: string }[] | null | undefined
  onNotMe: (entry: Entry) => Promise<unknown>
}

export function ActivityRow({ entry, providers, onNotMe }: Props) {
  const { t, i18n } = useLingui()
  const format = useFormat()
  const { at, event, actor, details, organization, device, ipAddress, isOwn } = entry
  const detail = (key: string) => (typeof details[key] === 'string' ? details[key] : '')
  const provider = detail('provider')
  const roleText = (role: string) => (roleNames[role] ? t(roleNames[role]) : role)
  const values = {
    organization: organization?.name ?? t`an organization`,
    provider: providers?.find(({ id }) => id === provider)?.name ?? provider,
    reason: detail('reason'),
    roles: format.list(detail('roles').split(',').map(roleText)),
  }
  const text = i18n._({ ...textOf(event, detail('reason') || provider), values })
  const time = new Intl.DateTimeFormat(i18n.locale, { timeStyle: 'short' }).format(new Date(at))
  const [browser, system] = device?.split(', ') ?? []
  const isForUser = actor.actedFor !== null && !event.startsWith('impersonation.')
  const byPerson = isForUser ? t`By ${{ name: actor.name }}, acting as you` : t`By ${{ name: actor.name }}`
  const by = actor.kind === 'command line' ? t`By an operator` : actor.name && byPerson
  const isRefused = event === 'sign-in.refused'
  const Icon = icons.find(([events]) => events.test(event))?.[1] ?? UserRound
  return (
    <MarkedRow
      mark={<Icon size={16} aria-hidden />}
      name={text}
      isWarning={isRefused}
      facts={
        <div className="kit-meta">
          <span title={format.dateTime(at)}>{time}</span>
          {!isOwn && !isRefused && by && <span>{by}</span>}
          {browser && <span>{system ? t`${browser} on ${system}` : browser}</span>}
          {ipAddress && <span>{ipAddress}</span>}
        </div>
      }
    >
      {(isRefused || (isOwn && event !== 'account.created')) && (
        <Menu
          variant="subtle"
          size="xs"
          label={<Ellipsis size={16} />}
          purpose={t`Actions for ${text}, ${time}`}
          items={[
            { text: t`This wasn’t me`, description: t`Secure your account`, onSelect: () => void onNotMe(entry) },
          ]}
        />
      )}
    </MarkedRow>
  )
}
