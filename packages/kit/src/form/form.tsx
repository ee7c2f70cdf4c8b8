import { useLingui } from '@lingui/react/macro'
import { Button, Stack, type ButtonProps } from '@mantine/core'
import { createContext, use, useLayoutEffect, useRef, type ReactNode } from 'react'
import { Alert } from '../alert.tsx'
import type { useForm } from './use-form.ts'
import { useSecondsUntil } from './use-seconds-until.ts'

type FormState = Pick<ReturnType<typeof useForm>, 'onSubmit' | 'pending' | 'error' | 'refusals' | 'waitUntil'>

const FormContext = createContext<Pick<FormState, 'pending' | 'waitUntil'>>({ pending: false, waitUntil: 0 })

export function Form({ form, children }: { form: FormState; children: ReactNode }) {
  const element = useRef<HTMLFormElement>(null)
  const { refusals } = form
  useLayoutEffect(() => {
    if (refusals > 0) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [refusals])
  return (
    <form ref={element} className="kit-form" method="post" onSubmit={form.onSubmit} noValidate>
      <FormContext value={form}>
        <Stack gap="md">
          {form.error && <Alert color="red">{form.error}</Alert>}
          {children}
        </Stack>
      </FormContext>
    </form>
  )
}

/** Keeps the focus while the form is sent. Counts down while the server allows no attempt. */
export function SubmitButton({ children, ...props }: ButtonProps) {
  const { t } = useLingui()
  const { pending, waitUntil } = use(FormContext)
  const seconds = useSecondsUntil(waitUntil)
  const blocked = pending || seconds > 0
  return (
    <Button type="submit" {...props} aria-disabled={blocked || undefined} data-pending={pending || undefined}>
      {seconds > 0 ? t`Try again in ${seconds} s` : children}
    </Button>
  )
}
