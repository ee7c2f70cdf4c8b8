import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Strength } from './strength-worker.ts'
import { useCredentialRules } from './use-credential-rules.ts'
import { useStrength } from './use-strength.ts'

const strengthTexts: Record<Strength, MessageDescriptor> = {
  common: msg`Too common, or too close to your name.`,
  weak: msg`Fair. A longer one is better.`,
  good: msg`Hard to guess.`,
  strong: msg`Very hard to guess.`,
}

export interface PasswordRulesProps {
  password: string
  names: string[]
  error?: ReactNode
}

/** The rule, then the strength or what is wrong, in one line. */
export function PasswordRules({ password, names, error }: PasswordRulesProps) {
  const { t } = useLingui()
  const { password: rule, isKnown } = useCredentialRules()
  const { minLength, maxLength } = rule
  const strength = useStrength(password, names)
  if (error) {
    const isShort = isKnown && password.length > 0 && password.length < minLength
    const isLong = isKnown && password.length > maxLength
    return (
      <span className="kit-error">
        {isShort ? t`Use at least ${minLength} characters.` : isLong ? t`Use at most ${maxLength} characters.` : error}
      </span>
    )
  }
  return (
    <span className="kit-strength" data-strength={strength ?? undefined} aria-live="polite">
      {strength
        ? t(strengthTexts[strength])
        : strength === undefined &&
          isKnown && (
            <Trans>
              {minLength} to {maxLength} characters.
            </Trans>
          )}
    </span>
  )
}
