import { afterEach, expect, test, vi } from 'vitest'
import { act, renderPart, screen } from '../testing/page.tsx'
import { LoadFailure } from './failure.tsx'

afterEach(() => vi.useRealTimers())

test('retries after a 429 only when the server allows it', async () => {
  const onRetry = vi.fn<() => void>()
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
  const user = await renderPart(<LoadFailure error={{ code: 'RATE_LIMITED', retryAfter: 3 }} onRetry={onRetry} />)
  expect(screen.getByRole('alert').textContent).toContain('Wait a moment')
  await user.click(screen.getByRole('button', { name: 'Try again in 3 s' }))
  expect(onRetry).not.toHaveBeenCalled()
  await act(async () => vi.advanceTimersByTime(1250))
  expect(screen.getByRole('button').textContent).toBe('Try again in 2 s')
  await act(async () => vi.advanceTimersByTime(2000))
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(onRetry).toHaveBeenCalledTimes(1)
})

test('retries when the browser is online, unless the server asked to wait', async () => {
  const [onRetry, later] = [vi.fn<() => void>(), vi.fn<() => void>()]
  await renderPart(
    <>
      <LoadFailure error={{ code: 'NETWORK_FAILURE' }} onRetry={onRetry} />
      <LoadFailure error={{ code: 'RATE_LIMITED', retryAfter: 60 }} onRetry={later} />
    </>,
  )
  expect(onRetry).not.toHaveBeenCalled()
  act(() => void dispatchEvent(new Event('online')))
  expect(onRetry).toHaveBeenCalledTimes(1)
  expect(later).not.toHaveBeenCalled()
})
