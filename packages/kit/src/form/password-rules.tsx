import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Strength } from './strength-worker.ts'
import { useCredentialRules } from './use-credential-rules.ts'
import { useSettled } from './use-settled.ts'
import { useStrength } from './use-strength.ts'

const strengthTexts: Record<Strength, MessageDescriptor> = {
  common: msg`Too common, or too close to your name.`,
  weak: msg`Fair. A longer one is better.`,
  good: msg`Hard to guess.`,
  strong: msg`Very hard to guess.`,
}

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
