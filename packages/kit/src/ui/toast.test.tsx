import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { act, renderPage, screen } from '../testing/page.tsx'
import { Toast } from './toast.tsx'

const toasts = () =>
  [...document.querySelectorAll('.kit-toasts > div')].map((toast) => toast.firstElementChild?.textContent)

function Screen() {
  const [said, say] = useState('')
  const [isShown, setShown] = useState(true)
  return (
    <>
      {['', 'Saved.', 'Removed.'].map((text) => (
        <button key={text} onClick={() => say(text)}>{`say ${text || 'nothing'}`}</button>
      ))}
      <button onClick={() => setShown(false)}>leave</button>
      {isShown && (
        <Toast>
          {said && (
            <>
              {said} <a href="/invoices">See it</a>
            </>
          )}
        </Toast>
      )}
    </>
  )
}

test('announces a success beside the page, whose layout stays, and closes by itself', async () => {
  const { user } = await renderPage([{ path: '/', element: <Screen /> }], '/')
  const press = async (name: string) => {
    await user.click(screen.getByRole('button', { name }))
    await act(() => vi.dynamicImportSettled())
    await new Promise((resolve) => setTimeout(resolve))
  }
  expect(toasts()).toEqual([])
  await press('say Saved.')
  expect(toasts()).toEqual(['Saved. See it'])
  const toast = screen.getByText('Saved.')
  expect(toast.closest('[role=status]'), 'is announced').not.toBeNull()
  expect(toast.closest('.kit-toasts')?.parentElement, 'moves nothing on the page').toBe(document.body)
  expect(screen.getByRole('link', { name: 'See it' }), 'keeps what a remote puts into it').toBeDefined()
  await press('say Removed.')
  expect(toasts(), 'a new text replaces the last').toEqual(['Removed. See it'])
  await press('say nothing')
  expect(toasts()).toEqual([])
  await press('say Saved.')
  expect(toasts(), 'the same text is said again').toEqual(['Saved. See it'])
  await press('leave')
  expect(toasts()).toEqual([])
})

test('is gone after six seconds, and does not return when the page is drawn again', async () => {
  const { user } = await renderPage([{ path: '/', element: <Screen /> }], '/')
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await user.click(screen.getByRole('button', { name: 'say Saved.' }))
  await act(() => vi.dynamicImportSettled())
  await act(async () => vi.advanceTimersByTime(1))
  expect(toasts()).toEqual(['Saved. See it'])
  await act(async () => vi.advanceTimersByTime(6000))
  expect(toasts()).toEqual([])
  await user.click(screen.getByRole('button', { name: 'say Saved.' }))
  await act(async () => vi.advanceTimersByTime(1))
  expect(toasts()).toEqual([])
})
