import { useState, type ChangeEvent, type SubmitEvent } from 'react'
import type { GeneralErrorCode } from '../error-codes.ts'
import { useErrorText, type ErrorTexts } from '../i18n/error-text.ts'
import { useUnsavedChanges } from './unsaved-changes.ts'
import { useOnce } from './use-once.ts'

/** A `CallError` or a user error of the gateway. */
export interface FormError {
  code: string
  retryAfter?: number
}

type FieldErrors<Name extends string, Code extends string = string> = Partial<Record<Name, Code | false>>

interface FormOptions<Name extends string, Code extends string> {
  /** If it changes, fields that the user has not edited follow. */
  initial: Record<Name, string>
  /** Returns error codes by field. Nothing is sent until there are none. */
  validate?: (values: Record<Name, string>) => FieldErrors<NoInfer<Name>, NoInfer<Code>>
  /** Returns the error, or null on success. */
  submit: (values: Record<Name, string>) => Promise<FormError | null>
  /** The fields of error codes. Other errors appear above the form. */
  fieldOf?: Partial<Record<NoInfer<Code> | GeneralErrorCode, NoInfer<Name>>>
  texts?: ErrorTexts<Code>
}

export interface FieldProps {
  name: string
  value: string
  onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>) => void
  error: string | undefined
  required: boolean
}

/** Form state: `<Form form={form}><EmailField {...form.field('email')} label="Email" /></Form>`. */
export function useForm<Name extends string, Code extends string = never>({
  initial,
  validate,
  submit,
  fieldOf = {},
  texts,
}: FormOptions<Name, Code>) {
  const [values, setValues] = useState(initial)
  const [shown, setShown] = useState(initial)
  if (isChanged(initial, shown)) {
    setShown(initial)
    setValues((before) => followInitial(before, shown, initial))
  }
  const [sent, setSent] = useState<Partial<Record<Name, string>>>({})
  useUnsavedChanges(isChanged(values, shown, sent))
  const [refusal, setRefusal] = useState<Refusal<Name>>(noRefusal)
  const errorText = useErrorText(texts)
  const { fieldErrors, general, waitUntil } = refusal

  const [send, pending] = useOnce(async () => {
    setRefusal(({ count }) => ({ ...noRefusal, count }))
    const error = await submit(values)
    if (error) setRefusal(refusedWith(placeError(error, fieldOf)))
    else setSent(values)
  })

  const set = (name: Name, value: string) => {
    setValues((before) => ({ ...before, [name]: value }))
    setRefusal((before) => ({ ...before, fieldErrors: { ...before.fieldErrors, [name]: false } }))
  }
  const field = (name: Name): FieldProps => {
    const code = fieldErrors[name]
    const error = code ? errorText({ code }) : undefined
    const required = Boolean(validate?.(clearValues(initial))[name])
    return { name, value: values[name], onChange: (event) => set(name, event.currentTarget.value), error, required }
  }
  const reset = () => {
    setValues(initial)
    setRefusal(noRefusal)
  }
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (pending || Date.now() < waitUntil) return
    const missing: FieldErrors<Name> = validate?.(values) ?? {}
    if (Object.values(missing).some(Boolean)) setRefusal(refusedWith({ fieldErrors: missing }))
    else send()
  }
  const error = general ? errorText(general) : undefined
  return { values, fieldErrors, set, field, reset, onSubmit, pending, error, refusals: refusal.count, waitUntil }
}

interface Refusal<Name extends string> {
  fieldErrors: FieldErrors<Name>
  general: FormError | null
  /** In Unix milliseconds. */
  waitUntil: number
  // Makes the form focus the first error even if the same error comes again.
  count: number
}

const noRefusal = { fieldErrors: {}, general: null, waitUntil: 0, count: 0 }

const refusedWith =
  <Name extends string>(changes: Partial<Refusal<Name>>) =>
  ({ count }: Refusal<Name>): Refusal<Name> => ({ ...noRefusal, ...changes, count: count + 1 })

function placeError<Name extends string>(
  error: FormError,
  fieldOf: Partial<Record<string, Name>>,
): Partial<Refusal<Name>> {
  const waitUntil = Date.now() + (error.retryAfter ?? 0) * 1000
  const name = fieldOf[error.code]
  if (!name) return { general: error, waitUntil }
  const fieldErrors: FieldErrors<Name> = {}
  fieldErrors[name] = error.code
  return { fieldErrors, waitUntil }
}

function clearValues<Name extends string>(values: Record<Name, string>): Record<Name, string> {
  const next = { ...values }
  for (const name in next) next[name] = ''
  return next
}

/** Whether a field has another value than in all of `known`. */
function isChanged<Name extends string>(
  values: Record<Name, string>,
  ...known: Partial<Record<Name, string>>[]
): boolean {
  for (const name in values) if (known.every((other) => other[name] !== values[name])) return true
  return false
}

// Fields that the user has edited keep their value.
function followInitial<Name extends string>(
  values: Record<Name, string>,
  shown: Record<Name, string>,
  changes: Record<Name, string>,
): Record<Name, string> {
  const next = { ...values }
  for (const name in changes) if (values[name] === shown[name]) next[name] = changes[name]
  return next
}
