import { useLingui } from '@lingui/react/macro'
import { redirectTarget, SecondFactor, useLocation, useNavigate, useSession, Waiting } from 'kit'
import { Suspense } from 'react'
import { MarkedPage } from '../marked-page.tsx'
import { useArrival } from '../use-arrival.ts'

/** Where each way to sign in leads people with a second factor. */
export default function TwoFactorPage() {
  const { t } = useLingui()
  const { search, state } = useLocation()
  const navigate = useNavigate()
  const arrive = useArrival()
  const { status } = useSession()
  // From `useArrival`; unknown after the redirect of a provider.
  const { hasPasskey }: { hasPasskey?: unknown } = Object(state)
  const startAgain = () => {
    const query = new URLSearchParams({ redirectTo: redirectTarget(search), error: 'please_restart_the_process' })
    void navigate(`${status === 'signed-in' ? '/add-account' : '/sign-in'}?${query}`, { replace: true })
  }
  return (
    <MarkedPage title={t`Enter the code`}>
      <Suspense fallback={<Waiting lines={2} />}>
        <SecondFactor
          methods={hasPasskey === false ? ['totp', 'backup-code'] : undefined}
          onDone={() => arrive()}
          onExpired={startAgain}
          isSignIn
        />
      </Suspense>
    </MarkedPage>
  )
}
