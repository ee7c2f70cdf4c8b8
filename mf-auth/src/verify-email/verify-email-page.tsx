import { useLingui } from '@lingui/react/macro'
import {
  authClient,
  emailOf,
  loadSession,
  Navigate,
  PanelPage,
  redirectTarget,
  request,
  useLocation,
  useSession,
} from 'kit'
import { useState } from 'react'
import { Verification } from './verification.tsx'

/** With `?prove`, the link proves ownership and must be opened here; otherwise in any browser. */
export default function VerifyEmailPage() {
  const { t } = useLingui()
  const { search } = useLocation()
  const session = useSession()
  const [isProved, setProved] = useState(false)
  if (session.status !== 'signed-in') return null
  const { email, emailVerified } = session.user
  if (!emailOf({ email })) return <Navigate to="/account/profile" replace />
  const target = redirectTarget(search)
  const proves = new URLSearchParams(search).has('prove')
  if (proves ? isProved : emailVerified) return <Navigate to={target} replace />
  const look = async () => {
    if (!proves) return loadSession()
    const { data } = await request(() => authClient.GET('/address-to-prove'))
    if (data?.isProved) setProved(true)
  }
  return (
    <PanelPage title={t`Verify your email`}>
      <Verification key={email} email={email} target={target} proves={proves} onPoll={look} />
    </PanelPage>
  )
}
