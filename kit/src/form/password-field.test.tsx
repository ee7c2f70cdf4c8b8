import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { screen, show } from '../testing/page.tsx'
import { PasswordField } from './password-field.tsx'

function Example() {
  const [value, setValue] = useState('')
  const change = ({ currentTarget }: { currentTarget: HTMLInputElement }) => setValue(currentTarget.value)
  return (
    <PasswordField
      label="Password"
      description="As you like."
      autoComplete="current-password"
      value={value}
      onChange={change}
    />
  )
}
const field = () => screen.getByLabelText<HTMLInputElement>('Password')
let user: Awaited<ReturnType<typeof show>>

beforeEach(async () => {
  user = await show(<Example />)
})

test('that caps lock is on is told while one types with it, and only then', async () => {
  await user.type(field(), 'a')
  expect(screen.queryByText('Caps lock is on.')).toBeNull()
  await user.keyboard('{CapsLock}b')
  expect(screen.getByText('Caps lock is on.')).toBeDefined()
  await user.keyboard('{CapsLock}c')
  expect(screen.queryByText('Caps lock is on.')).toBeNull()
  expect(screen.getByText('As you like.')).toBeDefined()
})

test('who leaves the field is told of caps lock no more', async () => {
  await user.click(field())
  await user.keyboard('{CapsLock}b')
  await user.tab()
  expect(screen.queryByText('Caps lock is on.')).toBeNull()
})

test('what is typed can be shown and hidden; focus and caret stay', async () => {
  vi.useFakeTimers()
  await user.type(field(), 'secret')
  field().setSelectionRange(2, 4)
  expect(field().type).toBe('password')
  await user.click(screen.getByRole('button', { name: 'Show password' }))
  // As the browser does when the type changes.
  field().setSelectionRange(0, 0)
  expect(field().type).toBe('text')
  vi.advanceTimersToNextFrame()
  expect([field().selectionStart, field().selectionEnd]).toEqual([2, 4])
  expect(document.activeElement).toBe(field())
  await user.click(screen.getByRole('button', { name: 'Hide password' }))
  expect(field().type).toBe('password')
})
