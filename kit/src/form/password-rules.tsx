import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import type { Strength, StrengthQuestion } from './strength-worker.ts'
import { useCredentialRules } from './use-credential-rules.ts'
import { useSettled } from './use-settled.ts'

const strengthTexts: Record<Strength, MessageDescriptor> = {
  common: msg`Too easy to guess: it is common, or what you are called.`,
  weak: msg`Not easy to guess. A longer one is better.`,
  good: msg`Hard to guess.`,
  strong: msg`Very hard to guess.`,
}

/** What a new password has to be, and how hard the one that is typed is to guess. Both have their place before they are known. */
export function PasswordRules({ password, names }: { password: string; names: string[] }) {
  const { t } = useLingui()
  const { password: rule, isKnown } = useCredentialRules()
  const { minLength, maxLength } = rule
  const strength = useStrength(useSettled(password), names)
  return (
    <>
      <span style={{ visibility: isKnown ? undefined : 'hidden' }}>
        <Trans>
          {minLength} to {maxLength} characters.
        </Trans>
      </span>
      <span className="kit-strength" data-strength={strength ?? undefined} aria-live="polite">
        {strength && t(strengthTexts[strength])}
      </span>
    </>
  )
}

/**
 * How hard it is to guess a password that somebody chooses: as the server judges it, which also refuses what is `common`. Null while
 * nothing is typed, or nothing known yet. Its dictionaries come when the first character is typed; without them one can go on.
 * In this file, because rspack puts the folder of the build into the hash of a module that starts a worker once it joins it with others.
 */
function useStrength(password: string, names: string[]): Strength | null {
  const worker = useRef<Worker>(null)
  const [strength, setStrength] = useState<Strength | null>(null)
  const known = names.join('\n')
  useEffect(() => {
    if (!password) return
    if (!worker.current) {
      worker.current = new Worker(new URL('./strength-worker.ts', import.meta.url))
      worker.current.addEventListener('message', ({ data }: MessageEvent<Strength>) => setStrength(data))
    }
    const question: StrengthQuestion = { password, names: [...known.split('\n'), location.hostname] }
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has one origin and no target
    worker.current.postMessage(question)
  }, [password, known])
  useEffect(
    () => () => {
      worker.current?.terminate()
      worker.current = null
    },
    [],
  )
  return password ? strength : null
}
