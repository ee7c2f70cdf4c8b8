import { TextInput, type TextInputProps, UnstyledButton } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import type { PasswordRulesProps } from './password-rules.tsx'
import { type ComponentType, lazy, type ReactNode, Suspense, useRef, useState, type KeyboardEvent } from 'react'

const JustError: ComponentType<PasswordRulesProps> = ({ error }) => error

// Not needed to sign in. If loading fails, the server still enforces the rules.
const PasswordRules = lazy(async () => {
  const loaded = await import('./password-rules.tsx').catch(() => null)
  return { default: loaded?.PasswordRules ?? JustError }
})

interface PasswordFieldProps extends TextInputProps {
  autoComplete: 'current-password' | 'new-password'
  /** Names of the user, because passwords that contain them are weaker. */
  names?: string[]
  /** Right of the label, and after the field for the keyboard: a link to reset the password. */
  aside?: ReactNode
}

export function PasswordField({ names = [], description, error, aside, ...props }: PasswordFieldProps) {
  const { t } = useLingui()
  const [shown, setShown] = useState(false)
  const [capsLock, setCapsLock] = useState(false)
  const input = useRef<HTMLInputElement>(null)

  const toggle = () => {
    const { selectionStart = null, selectionEnd = null } = input.current ?? {}
    setShown(!shown)
    requestAnimationFrame(() => input.current?.setSelectionRange(selectionStart, selectionEnd))
  }
  const watchCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'))

  const isNew = props.autoComplete === 'new-password'
  const hint = capsLock ? t`Caps lock is on.` : description
  const more = isNew ? (
    <>
      {hint}
      <span className="kit-password-rules">
        <Suspense fallback={error}>
          <PasswordRules password={String(props.value)} names={names} error={error} />
        </Suspense>
      </span>
    </>
  ) : (
    hint
  )

  const field = (
    <TextInput
      {...props}
      ref={input}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      onKeyDown={watchCapsLock}
      onKeyUp={watchCapsLock}
      onBlur={() => setCapsLock(false)}
      description={more}
      error={isNew ? Boolean(error) : error}
      rightSectionWidth="auto"
      rightSection={
        <UnstyledButton
          className="kit-reveal"
          aria-label={shown ? t`Hide password` : t`Show password`}
          onMouseDown={(event) => event.preventDefault()}
          onClick={toggle}
        >
          {shown ? <EyeOff size={16} /> : <Eye size={16} />}
        </UnstyledButton>
      }
    />
  )
  if (!aside) return field
  return (
    <div className="kit-field">
      {field}
      <div className="kit-label-aside">{aside}</div>
    </div>
  )
}
