import { expect, test, vi } from 'vitest'
import { act, renderPart, screen } from '../testing/page.tsx'
import { Notice } from './notice.tsx'

test('stays where it is drawn, as in 2.0, and its region is there before its text is', async () => {
  await renderPart(
    <form aria-label="Invoice">
      <Notice>{false}</Notice>
      <Notice>Saved.</Notice>
    </form>,
  )
  const regions = () => [...screen.getByRole('form').querySelectorAll('[aria-live=polite]')]
  expect(regions().map(({ textContent }) => textContent)).toEqual(['', 'Saved.'])
  expect(regions()[1]?.querySelectorAll('svg'), 'has an icon').toHaveLength(1)
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await act(async () => vi.advanceTimersByTime(60_000))
  expect(regions().map(({ textContent }) => textContent)).toEqual(['', 'Saved.'])
})
