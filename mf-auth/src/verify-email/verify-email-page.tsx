import { useLingui } from '@lingui/react/macro'
import { authClient, loadSession, Navigate, PanelPage, redirectTarget, request, useLocation, useSession } from 'kit'
import { useState } from 'react'
import { Verification } from './verification.tsx'

/**
 * Asks a signed-in user to verify the address, and goes on by itself when the mailed link was opened, wherever that was. With `?prove` it
 * has to be opened in this browser: only so it proves that the address is theirs.
 */
export function VerifyEmailPage() {
  const { t } = useLingui()
  const { search } = useLocation()
  const session = useSession()
  const [isProved, setProved] = useState(false)
  if (session.status !== 'signed-in') return null
  const { email, emailVerified } = session.user
  const target = redirectTarget(search)
  const proves = new URLSearchParams(search).has('prove')
  if (proves ? isProved : emailVerified) return <Navigate to={target} replace />
  const look = async () => {
    if (!proves) return loadSession()
    const { data } = await request(() => authClient.GET('/address-to-prove'))
    if (data?.isProved) setProved(true)
  }
  return (
    <PanelPage title={t`Verify your e-mail address`}>
      <Verification key={email} email={email} target={target} proves={proves} onLook={look} />
    </PanelPage>
  )
}
