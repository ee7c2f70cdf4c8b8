import { expect, test, vi } from 'vitest'
import { act, renderPart, screen } from '../testing/page.tsx'
import { ActionButton } from './action-button.tsx'

test('acts once for two clicks after the pending state is painted, and keeps the focus', async () => {
  const response = Promise.withResolvers<void>()
  const onAct = vi.fn<() => Promise<void>>(() => response.promise)
  const user = await renderPart(<ActionButton onAct={onAct}>Go</ActionButton>)
  const button = screen.getByRole('button', { name: 'Go' })
  vi.useFakeTimers()
  await user.dblClick(button)
  expect(button.getAttribute('aria-disabled')).toBe('true')
  expect(onAct).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(100)
  expect(onAct).toHaveBeenCalledTimes(1)
  expect(document.activeElement).toBe(button)
  await act(async () => response.resolve())
  expect(button.hasAttribute('aria-disabled')).toBe(false)
  await user.click(button)
  await vi.advanceTimersByTimeAsync(100)
  expect(onAct).toHaveBeenCalledTimes(2)
})
