import { useState } from 'react'
import { useSession, useSessionEnded } from '../session/session.ts'
import type { Session, User } from '../session/session-types.ts'
import { PasskeyButton } from './passkey-button.tsx'
import { PasswordForm, type SignedIn } from './password-form.tsx'
import { type FactorMethod, SecondFactor } from './second-factor.tsx'
import { takeOver } from './take-over.ts'

interface Props {
  hasPassword: boolean
  hasPasskey: boolean
  onConfirmed?: () => void
}

/** Signs the same user in again in the ways that need no redirect. */
export function WaysBack(props: Props) {
  const state = useSession()
  return state.status === 'signed-in' && <Ways {...state} {...props} />
}

interface WaysProps extends Props {
  user: User
  session: Session
}

function Ways({ user: { id, email }, session, hasPassword, hasPasskey, onConfirmed }: WaysProps) {
  const hasEnded = useSessionEnded()
  const [methods, setMethods] = useState<FactorMethod[] | null>(null)
  const goOn = async (user: User) => {
    // The email or the passkey may belong to another account by now.
    const isSameUser = user.id === id
    await takeOver(session, { hasEnded, isSameUser })
    if (isSameUser) onConfirmed?.()
  }
  const askNext = async (data: SignedIn) => {
    if ('twoFactorMethods' in data) return setMethods(data.twoFactorMethods)
    await goOn(data.user)
  }
  if (methods) return <SecondFactor methods={methods} onDone={goOn} onExpired={() => setMethods(null)} />
  return (
    <>
      {hasPassword && <PasswordForm email={email} onSignedIn={askNext} />}
      {hasPasskey && <PasskeyButton onSignedIn={goOn} />}
    </>
  )
}
