import { TextInput, type TextInputProps, UnstyledButton } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { useRef, useState, type KeyboardEvent } from 'react'

/** A password input that can show what is typed (focus and caret stay) and tells when caps lock is on. */
export function PasswordField(props: TextInputProps & { autoComplete: 'current-password' | 'new-password' }) {
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
      description={capsLock ? t`Caps lock is on.` : props.description}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      rightSectionWidth="auto"
      rightSection={
        <UnstyledButton
          className="kit-reveal"
          aria-label={shown ? t`Hide password` : t`Show password`}
          onMouseDown={(event) => event.preventDefault()}
          onClick={toggle}
        >
          {shown ? t`Hide` : t`Show`}
        </UnstyledButton>
      }
    />
  )
}
