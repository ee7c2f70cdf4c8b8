import { TextInput, type TextInputProps, UnstyledButton } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { type ComponentType, lazy, Suspense, useRef, useState, type KeyboardEvent } from 'react'

const Nothing: ComponentType<{ password: string; names: string[] }> = () => null

/** Not on the way to sign in. Without them, the server still says what it does not take. */
const PasswordRules = lazy(async () => {
  const loaded = await import('./password-rules.tsx').catch(() => null)
  return { default: loaded?.PasswordRules ?? Nothing }
})

interface PasswordFieldProps extends TextInputProps {
  /** A new password comes with its rules, and with how hard it is to guess. */
  autoComplete: 'current-password' | 'new-password'
  /** What the person is called: of a new password none of it is a secret. */
  names?: string[]
}

/** A password input that can show what is typed (focus and caret stay) and tells when caps lock is on. */
export function PasswordField({ names = [], description, ...props }: PasswordFieldProps) {
  const { t } = useLingui()
  const [shown, setShown] = useState(false)
  const [capsLock, setCapsLock] = useState(false)
  const input = useRef<HTMLInputElement>(null)

  const toggle = () => {
    const { selectionStart = null, selectionEnd = null } = input.current ?? {}
    setShown(!shown)
    // The browser moves the caret to the start when the type changes.
    requestAnimationFrame(() => input.current?.setSelectionRange(selectionStart, selectionEnd))
  }
  const watchCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'))

  const isNew = props.autoComplete === 'new-password'
  const hint = capsLock ? t`Caps lock is on.` : description
  const more = isNew ? (
    <>
      {hint}
      <span className="kit-password-rules">
        <Suspense>
          <PasswordRules password={String(props.value)} names={names} />
        </Suspense>
      </span>
    </>
  ) : (
    hint
  )

  return (
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
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      rightSectionWidth="auto"
      rightSection={
        <UnstyledButton
          className="kit-reveal"
          aria-label={t`Show password`}
          aria-pressed={shown}
          onMouseDown={(event) => event.preventDefault()}
          onClick={toggle}
        >
          {t`Show`}
        </UnstyledButton>
      }
    />
  )
}
