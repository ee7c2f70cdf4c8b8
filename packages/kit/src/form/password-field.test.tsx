import { cleanup } from '@testing-library/react'
import { useState } from 'react'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { act, renderPart, screen, waitFor } from '../testing/page.tsx'
import { PasswordField } from './password-field.tsx'

// The next files share the page.
const before = globalThis.Worker
afterAll(() => void vi.stubGlobal('Worker', before))

function Example({ autoComplete = 'current-password' as 'current-password' | 'new-password' }) {
  const [value, setValue] = useState('')
  const change = ({ currentTarget }: { currentTarget: HTMLInputElement }) => setValue(currentTarget.value)
  return (
    <PasswordField
      label="Password"
      description="As you like."
      autoComplete={autoComplete}
      names={['Ada']}
      value={value}
      onChange={change}
    />
  )
}
const field = () => screen.getByLabelText<HTMLInputElement>('Password')
let user: Awaited<ReturnType<typeof renderPart>>

beforeEach(async () => {
  user = await renderPart(<Example />)
})

test('warns only while the user types with caps lock on', async () => {
  await user.type(field(), 'a')
  expect(screen.queryByText('Caps lock is on.')).toBeNull()
  await user.keyboard('{CapsLock}b')
  expect(screen.getByText('Caps lock is on.')).toBeDefined()
  await user.keyboard('{CapsLock}c')
  expect(screen.queryByText('Caps lock is on.')).toBeNull()
  expect(screen.getByText('As you like.')).toBeDefined()
})

test('hides the caps lock warning on blur', async () => {
  await user.click(field())
  await user.keyboard('{CapsLock}b')
  await user.tab()
  expect(screen.queryByText('Caps lock is on.')).toBeNull()
})

test('shows and hides the password, keeping focus and caret', async () => {
  vi.useFakeTimers()
  await user.type(field(), 'secret')
  field().setSelectionRange(2, 4)
  expect(field().type).toBe('password')
  await user.click(screen.getByRole('button', { name: 'Show password' }))
  // Browsers do this when the type changes.
  field().setSelectionRange(0, 0)
  expect(field().type).toBe('text')
  vi.advanceTimersToNextFrame()
  expect([field().selectionStart, field().selectionEnd]).toEqual([2, 4])
  expect(document.activeElement).toBe(field())
  await user.click(screen.getByRole('button', { name: 'Hide password' }))
  screen.getByRole('button', { name: 'Show password' })
  expect(field().type).toBe('password')
})

test('shows rules and strength of a new password, loading the worker on the first character', async () => {
  const questions: { id: string; password: string }[] = []
  let respond = (_strength: string, _question = questions.at(-1)) => {}
  const Working = vi.fn<() => void>()
  class FakeWorker {
    constructor() {
      Working()
    }
    addEventListener(_type: string, listener: (event: object) => void) {
      respond = (strength, question = questions.at(-1)) => listener({ data: { id: question?.id, strength } })
    }
    postMessage(question: { id: string; password: string }) {
      questions.push(question)
    }
    terminate() {}
  }
  vi.stubGlobal('Worker', FakeWorker)
  cleanup()
  user = await renderPart(<Example autoComplete="new-password" />)
  await screen.findByText('8 to 128 characters.')
  expect(Working).not.toHaveBeenCalled()
  await user.type(field(), 'ada')
  await waitFor(() => expect(questions).toMatchObject([{ password: 'ada', names: ['Ada', location.hostname] }]))
  await act(async () => respond('common'))
  const words = screen.getByText('Too common, or too close to your name.')
  expect([words.ariaLive ?? words.getAttribute('aria-live'), words.dataset['strength']]).toEqual(['polite', 'common'])
  expect(screen.queryByText('8 to 128 characters.'), 'one thing at a time').toBeNull()
  expect(field().getAttribute('aria-describedby')).toBeTruthy()
  await user.type(field(), ' lovelace')
  expect(screen.queryByText('Too common, or too close to your name.'), 'an answer about another password').toBeNull()
  expect(screen.queryByText('8 to 128 characters.')).toBeNull()
  await waitFor(() => expect(questions.at(-1)?.password).toBe('ada lovelace'))
  await act(async () => respond('weak', questions[0]))
  expect(screen.queryByText('Fair. A longer one is better.'), 'a late answer').toBeNull()
  await act(async () => respond('strong'))
  await act(async () => respond('weak', questions[0]))
  expect(screen.getByText('Very hard to guess.')).toBeDefined()
  expect(Working).toHaveBeenCalledTimes(1)
})
