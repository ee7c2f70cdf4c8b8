import { useLingui } from '@lingui/react/macro'
import { ActionButton, type Session, useFormat } from 'kit'
import { readUserAgent } from 'kit/device'
import Monitor from 'lucide-react/icons/monitor'
import Smartphone from 'lucide-react/icons/smartphone'
import Tablet from 'lucide-react/icons/tablet'
import { MarkedRow } from '../marked-row.tsx'
import './session-row.css'

const icons: Partial<Record<string, typeof Monitor>> = { iPad: Tablet, iPhone: Smartphone, Android: Smartphone }

interface Props {
  session: Session
  /** Absent for the current device. */
  onEnd?: () => Promise<void>
}

export function SessionRow({ session, onEnd }: Props) {
  const { t, i18n } = useLingui()
  const format = useFormat()
  const { browser, system } = readUserAgent(session.userAgent)
  const device = browser && system ? t`${browser} on ${system}` : (browser ?? system ?? t`Unknown device`)
  const Icon = icons[system ?? ''] ?? Monitor
  const since = format.relativeTime(session.createdAt)
  // With seconds, because two sign-ins of one minute differ in nothing else.
  const exactly = new Intl.DateTimeFormat(i18n.locale, { dateStyle: 'medium', timeStyle: 'medium' }).format(
    new Date(session.createdAt),
  )
  return (
    <MarkedRow
      mark={<Icon size={20} aria-hidden />}
      name={device}
      facts={
        <div className="kit-meta">
          {!onEnd && (
            <span>
              <span className="is-active">{t`Active now`}</span>
            </span>
          )}
          <span>{session.ipAddress ?? t`Unknown address`}</span>
          <span title={exactly}>{since === format.now ? t`Signed in just now` : t`Signed in ${since}`}</span>
        </div>
      }
    >
      {onEnd && (
        <ActionButton variant="default" size="sm" onAct={onEnd} aria-label={t`Sign out: ${device}, ${exactly}`}>
          {t`Sign out`}
        </ActionButton>
      )}
    </MarkedRow>
  )
}
