import { msg } from '@lingui/core/macro'
import { TextInput } from '@mantine/core'
import { act, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { changeLocale } from '../i18n/catalogues.ts'
import { nextPaint } from '../next-paint.ts'
import { KitProvider } from '../ui/kit-provider.tsx'
import { Form, SubmitButton } from './form.tsx'
import { useHasUnsavedChanges } from './unsaved-changes.ts'
import { useForm, type FormError } from './use-form.ts'

const submit = vi.fn<() => Promise<FormError | null>>()
let page: HTMLElement
let root: Root

function Example({ saved = '' }) {
  const form = useForm({
    initial: { name: saved, email: '' },
    texts: { NAME_MISSING: msg`Enter your name.`, INVALID_EMAIL: msg`This is no address.` },
    validate: ({ name }) => ({ name: !name && 'NAME_MISSING' }),
    fieldOf: { INVALID_EMAIL: 'email' },
    submit,
  })
  return (
    <Form form={form}>
      <TextInput {...form.field('name')} label="Name" />
      <TextInput {...form.field('email')} label="E-mail" />
      <SubmitButton>Send</SubmitButton>
    </Form>
  )
}

const Unsaved = () => <p id="unsaved">{String(useHasUnsavedChanges())}</p>
const isUnsaved = () => page.querySelector('#unsaved')?.textContent

const input = (name: string) => {
  const element = page.querySelector(`input[name="${name}"]`)
  if (!(element instanceof HTMLInputElement)) throw new Error(`no input ${name}`)
  return element
}
const render = (example: ReactNode) => act(async () => root.render(<KitProvider nonce="">{example}</KitProvider>))
const button = () => page.querySelector('button')
const send = () =>
  act(async () => {
    page.querySelector('form')?.requestSubmit()
    await (vi.isFakeTimers() ? vi.advanceTimersByTimeAsync(100) : nextPaint())
  })
const type = (name: string, text: string) =>
  act(async () => {
    // React intercepts the setter of the element; typing uses that of the prototype.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input(name), text)
    input(name).dispatchEvent(new Event('input', { bubbles: true }))
  })

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
  submit.mockReset().mockResolvedValue(null)
  await changeLocale('en')
  page = document.body.appendChild(document.createElement('div'))
  root = createRoot(page)
  await render(<Example />)
})
afterEach(async () => {
  await act(async () => root.unmount())
  page.remove()
  vi.useRealTimers()
})

test('shows a missing value at its field, focuses it, and sends nothing', async () => {
  await send()
  expect(page.textContent).toContain('Enter your name.')
  expect(document.activeElement).toBe(input('name'))
  expect(input('name').getAttribute('aria-invalid')).toBe('true')
  expect(submit).not.toHaveBeenCalled()
})

test('shows a server error at its field until the user types there', async () => {
  submit.mockResolvedValueOnce({ code: 'INVALID_EMAIL' })
  await type('name', 'Ada')
  await send()
  expect(page.textContent).toContain('This is no address.')
  expect(document.activeElement).toBe(input('email'))
  await type('email', 'ada@example.com')
  expect(page.textContent).not.toContain('This is no address.')
})

test('shows a general text for an unknown code', async () => {
  submit.mockResolvedValueOnce({ code: 'SOMETHING_NEW' })
  await type('name', 'Ada')
  await send()
  expect(page.querySelector('[role="alert"]')?.textContent).toContain('SOMETHING_NEW')
})

test('puts no value into the URL if it is sent before scripts run', () => {
  expect(page.querySelector('form')?.method).toBe('post')
})

test('sends once for two clicks', async () => {
  const response = Promise.withResolvers<null>()
  submit.mockReturnValueOnce(response.promise)
  await type('name', 'Ada')
  await send()
  await send()
  expect(button()?.getAttribute('aria-disabled')).toBe('true')
  await act(async () => response.resolve(null))
  expect(submit).toHaveBeenCalledTimes(1)
  expect(button()?.hasAttribute('aria-disabled')).toBe(false)
})

test('counts down after a 429 and sends nothing meanwhile', async () => {
  vi.useFakeTimers()
  submit.mockResolvedValueOnce({ code: 'TOO_MANY_REQUESTS', retryAfter: 3 })
  await type('name', 'Ada')
  await send()
  expect(button()?.textContent).toBe('Try again in 3 s')
  await send()
  await act(async () => vi.advanceTimersByTime(1250))
  expect(button()?.textContent).toBe('Try again in 2 s')
  expect(submit).toHaveBeenCalledTimes(1)
  await act(async () => vi.advanceTimersByTime(2000))
  expect(button()?.textContent).toBe('Send')
  await send()
  expect(submit).toHaveBeenCalledTimes(2)
})

test('updates untouched fields when the initial values change, and keeps typed ones', async () => {
  await render(<Example saved="Ada" />)
  expect(input('name').value).toBe('Ada')
  await render(<Example saved="Ada King" />)
  expect(input('name').value).toBe('Ada King')
  await type('name', 'Countess')
  await render(<Example saved="Ada Lovelace" />)
  expect(input('name').value).toBe('Countess')
})

test('marks required fields without an asterisk', async () => {
  await render(<Example />)
  expect([input('name').required, input('email').required]).toEqual([true, false])
  expect(page.querySelector('label')?.textContent).toBe('Name')
})

test('is unsaved from the first edit until it is saved, reset or left', async () => {
  const renderForm = (saved = '') =>
    render(
      <>
        <Unsaved />
        <Example key="form" saved={saved} />
      </>,
    )
  await renderForm()
  expect(isUnsaved()).toBe('false')
  await type('name', 'Ada')
  expect(isUnsaved()).toBe('true')
  await type('name', '')
  expect(isUnsaved()).toBe('false')

  await type('name', 'Ada ')
  submit.mockResolvedValueOnce({ code: 'SOMETHING_NEW' })
  await send()
  expect(isUnsaved()).toBe('true')
  const response = Promise.withResolvers<null>()
  submit.mockReturnValueOnce(response.promise)
  await send()
  expect(isUnsaved()).toBe('true')
  // The server has trimmed the value, and the user has not typed since.
  await renderForm('Ada')
  await act(async () => response.resolve(null))
  expect(isUnsaved()).toBe('false')

  await type('email', 'ada@example.com')
  expect(isUnsaved()).toBe('true')
  await render(<Unsaved />)
  expect(isUnsaved()).toBe('false')
})

test('is unsaved while it is sent, even if nothing was typed', async () => {
  const response = Promise.withResolvers<null>()
  submit.mockReturnValueOnce(response.promise)
  await render(
    <>
      <Unsaved />
      <Example saved="Ada" />
    </>,
  )
  await send()
  expect(isUnsaved()).toBe('true')
  await act(async () => response.resolve(null))
  expect(isUnsaved()).toBe('false')
})
