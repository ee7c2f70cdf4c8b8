import { Trans } from '@lingui/react/macro'
import { ActionButton, authClient, refreshSession, request, type Session, useFailure, useNavigate } from 'kit'
import { useSessionEnded } from 'kit/shell'
import { useEffect, useEffectEvent } from 'react'
import { addOnDemandTexts } from '../on-demand-texts.ts'

export const loadImpersonationBanner = () => addOnDemandTexts().then(() => ImpersonationBanner)

interface Props {
  session: Session
  name: string
}

/** Returns to the administrator's own session, also when the other one ends by itself. */
function ImpersonationBanner({ session, name }: Props) {
  const { failed, failure } = useFailure()
  const navigate = useNavigate()
  const hasEnded = useSessionEnded()
  const stop = async () => {
    const { error } = await request(() => authClient.POST('/admin/stop-impersonating'))
    if (failed(error)) return
    await refreshSession()
    await navigate('/')
  }
  const leave = useEffectEvent(() => void stop())
  const end = Date.parse(session.expiresAt)
  useEffect(() => {
    if (hasEnded) return leave()
    const timer = setTimeout(leave, end - Date.now())
    return () => clearTimeout(timer)
  }, [hasEnded, end])
  return (
    <>
      <span>
        <Trans>You are acting as {name}</Trans>
      </span>
      {failure}
      <ActionButton size="xs" variant="default" onAct={stop}>
        <Trans>Stop</Trans>
      </ActionButton>
    </>
  )
}
