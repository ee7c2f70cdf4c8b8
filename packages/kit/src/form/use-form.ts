import { useState, type ChangeEvent, type SubmitEvent } from 'react'
import type { GeneralErrorCode } from '../error-codes.ts'
import { useErrorText, type ErrorTexts } from '../i18n/error-text.ts'
import { useUnsavedChanges } from './unsaved-changes.ts'
import { useOnce } from './use-once.ts'

/** A refusal that a form can show; `CallError` and the gateway's user errors both fit. */
export interface FormError {
  code: string
  /** Seconds until the server takes the next attempt. */
  retryAfter?: number
}

type Faults<Name extends string, Code extends string = string> = Partial<Record<Name, Code | false>>

interface FormOptions<Name extends string, Code extends string> {
  /** What stands in the fields. When it changes, by another tab for instance, those that nobody has touched follow. */
  initial: Record<Name, string>
  /** What the reader must correct before anything is sent. */
  validate?: (values: Record<Name, string>) => Faults<NoInfer<Name>, NoInfer<Code>>
  /** Sends the values; answers the refusal, or null when it worked. */
  submit: (values: Record<Name, string>) => Promise<FormError | null>
  /** The field that a code of the server is about; other codes are shown above the form. */
  fieldOf?: Partial<Record<NoInfer<Code> | GeneralErrorCode, NoInfer<Name>>>
  texts?: ErrorTexts<Code>
}

export interface FieldProps {
  name: string
  value: string
  onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => void
  error: string | undefined
  /** Whether it is missing something when it is empty. */
  required: boolean
}

/**
 * State of one form: it sends once however often one clicks, and puts each error on the field that it is about. While a field shows what
 * was typed and not sent, the page is not loaded anew for an update.
 */
export function useForm<Name extends string, Code extends string = never>({
  initial,
  validate,
  submit,
  fieldOf = {},
  texts,
}: FormOptions<Name, Code>) {
  const [values, setValues] = useState(initial)
  const [shown, setShown] = useState(initial)
  if (differs(initial, shown)) {
    setShown(initial)
    setValues((before) => followed(before, shown, initial))
  }
  const [sent, setSent] = useState<Partial<Record<Name, string>>>({})
  useUnsavedChanges(isUnsaved(values, shown, sent))
  const [refusal, setRefusal] = useState<Refusal<Name>>(noRefusal)
  const errorText = useErrorText(texts)
  const { faults, general, waitUntil } = refusal

  const [send, pending] = useOnce(async () => {
    setRefusal(({ count }) => ({ ...noRefusal, count }))
    const error = await submit(values)
    if (error) setRefusal(refusedWith(placed(error, fieldOf)))
    else setSent(values)
  })

  const set = (name: Name, value: string) => {
    setValues((before) => ({ ...before, [name]: value }))
    setRefusal((before) => ({ ...before, faults: { ...before.faults, [name]: false } }))
  }
  const field = (name: Name): FieldProps => {
    const code = faults[name]
    const error = code ? errorText({ code }) : undefined
    const required = Boolean(validate?.(emptied(initial))[name])
    return { name, value: values[name], onChange: (event) => set(name, event.currentTarget.value), error, required }
  }
  const reset = () => {
    setValues(initial)
    setRefusal(noRefusal)
  }
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (pending || Date.now() < waitUntil) return
    const missing: Faults<Name> = validate?.(values) ?? {}
    if (Object.values(missing).some(Boolean)) setRefusal(refusedWith({ faults: missing }))
    else send()
  }
  const error = general ? errorText(general) : undefined
  return { values, faults, set, field, reset, onSubmit, pending, error, refusals: refusal.count, waitUntil }
}

interface Refusal<Name extends string> {
  faults: Faults<Name>
  general: FormError | null
  /** Until when (ms since the epoch) the server wants no further attempt. */
  waitUntil: number
  /** Grows with each refusal, so that the form can move the focus to the first error. */
  count: number
}

const noRefusal = { faults: {}, general: null, waitUntil: 0, count: 0 }

const refusedWith =
  <Name extends string>(news: Partial<Refusal<Name>>) =>
  ({ count }: Refusal<Name>): Refusal<Name> => ({ ...noRefusal, ...news, count: count + 1 })

function placed<Name extends string>(error: FormError, fieldOf: Partial<Record<string, Name>>): Partial<Refusal<Name>> {
  const waitUntil = Date.now() + (error.retryAfter ?? 0) * 1000
  const name = fieldOf[error.code]
  if (!name) return { general: error, waitUntil }
  const faults: Faults<Name> = {}
  faults[name] = error.code
  return { faults, waitUntil }
}

function emptied<Name extends string>(values: Record<Name, string>): Record<Name, string> {
  const next = { ...values }
  for (const name in next) next[name] = ''
  return next
}

function differs<Name extends string>(values: Record<Name, string>, shown: Record<Name, string>): boolean {
  for (const name in values) if (values[name] !== shown[name]) return true
  return false
}

/** Whether a field shows neither what stood there before nor what the server took last. */
function isUnsaved<Name extends string>(
  values: Record<Name, string>,
  shown: Record<Name, string>,
  sent: Partial<Record<Name, string>>,
): boolean {
  for (const name in values) if (values[name] !== shown[name] && values[name] !== sent[name]) return true
  return false
}

/** The values, with the news in those fields that still show what they showed at first. */
function followed<Name extends string>(
  values: Record<Name, string>,
  shown: Record<Name, string>,
  news: Record<Name, string>,
): Record<Name, string> {
  const next = { ...values }
  for (const name in news) if (values[name] === shown[name]) next[name] = news[name]
  return next
}
