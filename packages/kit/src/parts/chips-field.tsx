import { useLingui } from '@lingui/react/macro'
import { PillsInput, type PillsInputProps } from '@mantine/core'
import X from 'lucide-react/icons/x'
import { type ClipboardEvent, type KeyboardEvent, useRef, useState } from 'react'

interface ChipsFieldProps extends Omit<PillsInputProps, 'value' | 'onChange'> {
  value: readonly string[]
  onChange: (value: string[]) => void
  /** Marks values that are wrong; `error` says why. */
  isInvalid?: (value: string) => boolean
  placeholder?: string
  inputMode?: 'text' | 'email' | 'url'
}

/** Several values in one field. Space, comma, semicolon and line break separate them, also in what is pasted. */
export function ChipsField({ value, onChange, isInvalid, placeholder, inputMode, ...props }: ChipsFieldProps) {
  const { t } = useLingui()
  const [text, setText] = useState('')
  const input = useRef<HTMLInputElement>(null)

  const add = (more: string) => {
    const values = more.split(/[\s,;]+/).filter(Boolean)
    setText('')
    if (values.length > 0) onChange([...new Set([...value, ...values])])
  }
  const remove = (one: string) => {
    onChange(value.filter((each) => each !== one))
    input.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (text !== '' && /^(Enter|[ ,;])$/.test(event.key)) {
      event.preventDefault() // also keeps the form from being sent
      add(text)
    } else if (text === '' && event.key === 'Backspace' && value.length > 0) {
      // Edits the last one, so that a typing error needs no second attempt.
      event.preventDefault()
      setText(value.at(-1) ?? '')
      onChange(value.slice(0, -1))
    }
  }
  const onPaste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData('text')
    if (!/[\s,;]/.test(pasted.trim())) return
    event.preventDefault()
    add(text + pasted)
  }
  return (
    <PillsInput {...props} classNames={{ input: 'kit-chips' }}>
      {value.map((each) => (
        <span key={each} className="kit-chip" data-invalid={isInvalid?.(each) || undefined}>
          <span className="kit-truncate" title={each}>
            {each}
          </span>
          <button type="button" aria-label={t`Remove ${each}`} disabled={props.disabled} onClick={() => remove(each)}>
            <X size={14} />
          </button>
        </span>
      ))}
      <PillsInput.Field
        ref={input}
        value={text}
        placeholder={value.length === 0 ? placeholder : undefined}
        inputMode={inputMode}
        disabled={props.disabled}
        autoCapitalize="none"
        spellCheck={false}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        onBlur={() => add(text)}
      />
    </PillsInput>
  )
}
