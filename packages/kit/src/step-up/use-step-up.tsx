import { lazy, Suspense, useCallback, useState } from 'react'
import { authClient, request } from '../auth-client.ts'

/** Few people ever see it. */
const FreshSessionDialog = lazy(async () => ({
  default: (await import('./fresh-session-dialog.tsx')).FreshSessionDialog,
}))

interface Question {
  hasPassword: boolean
  settle: (isFresh: boolean) => void
}

/**
 * For what needs a fresh session. `freshly` does it; where the sign-in is too long ago, it asks who is there and does it
 * again. It answers the refusal, also when the question is closed, and null when it was done. `stepUp` is the question: it
 * stands beside a form, because what is sent in it would else send the form too.
 */
export function useStepUp() {
  const [question, setQuestion] = useState<Question | null>(null)
  const [opened, setOpened] = useState(false)
  const freshly = useCallback(
    async <Refusal extends { code: string }>(act: () => Promise<Refusal | null>): Promise<Refusal | null> => {
      const refusal = await act()
      if (refusal?.code !== 'SESSION_IS_NOT_FRESH') return refusal
      const { data } = await request(() => authClient.GET('/list-accounts'))
      const hasPassword = data?.some(({ provider }) => provider === 'credential') ?? true
      const isFresh = await new Promise<boolean>((settle) => {
        setQuestion({ hasPassword, settle })
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
        onClose={() => question.settle(false)}
        onConfirmed={() => question.settle(true)}
      />
    </Suspense>
  )
  return { freshly, stepUp, isAsking: opened }
}
