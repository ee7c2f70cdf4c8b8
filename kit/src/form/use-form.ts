import { useRef, useState, type ChangeEvent, type SubmitEvent } from 'react'
import { useErrorText, type ErrorTexts } from '../i18n/error-text.ts'

/** A refusal that a form can show; `CallError` and the gateway's user errors both fit. */
export interface FormError {
  code: string
  /** Seconds until the server takes the next attempt. */
  retryAfter?: number
}

interface FormOptions<Name extends string> {
  initial: Record<Name, string>
  /** Codes of what the reader must correct before anything is sent, by field. */
  validate?: (values: Record<Name, string>) => Partial<Record<NoInfer<Name>, string | false>>
  /** Sends the values; answers the refusal, or null when it worked. */
  submit: (values: Record<Name, string>) => Promise<FormError | null>
  /** The field that a code of the server is about; other codes are shown above the form. */
  fieldOf?: Partial<Record<string, NoInfer<Name>>>
  texts?: ErrorTexts
}

export interface FieldProps {
  name: string
  value: string
  onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => void
  error: string | undefined
}

/** State of one form: it sends once however often one clicks, and puts each error on the field that it is about. */
export function useForm<Name extends string>({ initial, validate, submit, fieldOf = {}, texts }: FormOptions<Name>) {
  const [values, setValues] = useState(initial)
  const [codes, setCodes] = useState<Partial<Record<Name, string | false>>>({})
  const [failure, setFailure] = useState<FormError | null>(null)
  const [refusals, setRefusals] = useState(0)
  const [waitUntil, setWaitUntil] = useState(0)
  const [pending, setPending] = useState(false)
  const sending = useRef(false)
  const errorText = useErrorText(texts)

  const refuse = (faults: Partial<Record<Name, string | false>>, general: FormError | null) => {
    setCodes(faults)
    setFailure(general)
    setRefusals((count) => count + 1)
  }

  const send = async () => {
    const faults: Partial<Record<Name, string | false>> = validate?.(values) ?? {}
    if (Object.values(faults).some(Boolean)) return refuse(faults, null)
    setCodes({})
    setFailure(null)
    setPending(true)
    const refusal = await submit(values)
    setPending(false)
    if (!refusal) return
    const name = fieldOf[refusal.code]
    if (name) refuse({ ...faults, [name]: refusal.code }, null)
    else refuse({}, refusal)
    setWaitUntil(Date.now() + (refusal.retryAfter ?? 0) * 1000)
  }

  const set = (name: Name, value: string) => {
    setValues((before) => ({ ...before, [name]: value }))
    setCodes((before) => (before[name] ? { ...before, [name]: false } : before))
  }

  const field = (name: Name): FieldProps => {
    const code = codes[name]
    return {
      name,
      value: values[name],
      onChange: (event) => set(name, event.currentTarget.value),
      error: code ? errorText({ code }) : undefined,
    }
  }

  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (sending.current || Date.now() < waitUntil) return
    sending.current = true
    void send().finally(() => (sending.current = false))
  }

  const reset = () => {
    setValues(initial)
    setCodes({})
    setFailure(null)
  }

  return {
    values,
    set,
    reset,
    field,
    onSubmit,
    pending,
    /** The refusal that is about no field, as text. */
    error: failure ? errorText(failure) : undefined,
    /** Grows with each refusal, so that the form can move the focus to the first error. */
    refusals,
    /** Until when (ms since the epoch) the server wants no further attempt. */
    waitUntil,
  }
}
