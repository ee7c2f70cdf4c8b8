import { lazy, Suspense, useCallback, useState } from 'react'
import { authClient, request } from '../auth-client.ts'
import { hasFact } from '../facts.ts'
import { canUsePasskeys } from '../passkeys/load-passkeys.ts'

const FreshSessionDialog = lazy(async () => ({
  default: (await import(/* webpackChunkName: "dialogs" */ './fresh-session-dialog.tsx')).FreshSessionDialog,
}))

export const SecondFactor = lazy(async () => ({
  default: (await import(/* webpackChunkName: "dialogs" */ './second-factor.tsx')).SecondFactor,
}))

interface Question {
  hasPassword: boolean
  hasPasskey: boolean
  settle: (isFresh: boolean) => void
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
      const refusal = await act()
      if (refusal?.code !== 'SESSION_IS_NOT_FRESH') return refusal
      const [{ data }, passkeys] = await Promise.all([
        request(() => authClient.GET('/list-accounts')),
        canUsePasskeys ? request(() => authClient.GET('/passkey/list-user-passkeys')) : null,
      ])
      const hasPassword = hasFact('passwords') && (data?.some(({ provider }) => provider === 'credential') ?? true)
      const hasPasskey = Boolean(passkeys?.data?.length)
      const isFresh = await new Promise<boolean>((settle) => {
        setQuestion({ hasPassword, hasPasskey, settle })
        setOpened(true)
      })
      setOpened(false)
      return isFresh ? act() : refusal
    },
    [],
  )
  const stepUp = question && (
    <Suspense>
      <FreshSessionDialog
        opened={opened}
        hasPassword={question.hasPassword}
        hasPasskey={question.hasPasskey}
        onClose={() => question.settle(false)}
        onConfirmed={() => question.settle(true)}
      />
    </Suspense>
  )
  return { freshly, stepUp, isAsking: opened }
}
