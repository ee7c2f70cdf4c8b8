import { lazy, Suspense, useCallback, useState } from 'react'
import { authClient, request } from '../auth-client.ts'
import { hasFact } from '../facts.ts'
import { canUsePasskeys } from '../passkeys/load-passkeys.ts'
import { getSession } from '../session/session.ts'

const FreshSessionDialog = lazy(async () => ({
  default: (await import(/* webpackChunkName: "dialogs" */ './fresh-session-dialog.tsx')).FreshSessionDialog,
}))

export const SecondFactor = lazy(async () => ({
  default: (await import(/* webpackChunkName: "dialogs" */ './second-factor.tsx')).SecondFactor,
}))

interface Ways {
  hasPassword: boolean
  hasPasskey: boolean
  asksForCode?: boolean
}

interface Question {
  ways: Ways
  settle: (isProved: boolean) => void
}

/**
 * `const refusal = await freshly(() => deleteAccount())` asks to confirm an old sign-in and repeats
 * the action. Render `stepUp` outside of forms, because submitting it would submit them, too.
 */
export function useStepUp() {
  const [question, setQuestion] = useState<Question | null>(null)
  const [opened, setOpened] = useState(false)
  const freshly = useCallback(
    async <Refusal extends { code: string }>(act: () => Promise<Refusal | null>): Promise<Refusal | null> => {
      const ask = async (ways: Ways) => {
        const isProved = await new Promise<boolean>((settle) => {
          setQuestion({ ways, settle })
          setOpened(true)
        })
        setOpened(false)
        return isProved
      }
      const refusal = await act()
      if (refusal?.code !== 'SESSION_IS_NOT_FRESH') return refusal
      const ways = await findWays()
      if (!(await ask(ways))) return refusal
      const next = await act()
      // A trusted device signs in without a code, but confirms nothing.
      if (next?.code !== 'SESSION_IS_NOT_FRESH' || !hasSecondFactor()) return next
      return (await ask({ ...ways, asksForCode: true })) ? act() : next
    },
    [],
  )
  const stepUp = question && (
    <Suspense>
      <FreshSessionDialog
        opened={opened}
        {...question.ways}
        onClose={() => question.settle(false)}
        onConfirmed={() => question.settle(true)}
      />
    </Suspense>
  )
  return { freshly, stepUp, isAsking: opened }
}

async function findWays(): Promise<Ways> {
  const [{ data }, passkeys] = await Promise.all([
    request(() => authClient.GET('/list-accounts')),
    canUsePasskeys ? request(() => authClient.GET('/passkey/list-user-passkeys')) : null,
  ])
  const hasPassword = hasFact('passwords') && (data?.some(({ provider }) => provider === 'credential') ?? true)
  return { hasPassword, hasPasskey: Boolean(passkeys?.data?.length) }
}

function hasSecondFactor(): boolean {
  const state = getSession()
  return state.status === 'signed-in' && state.user.twoFactorEnabled
}
