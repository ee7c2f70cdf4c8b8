import { MemoryRouter } from 'react-router'
import { expect, onTestFinished, test, vi } from 'vitest'
import { fireEvent, renderPart, screen } from '../testing/page.tsx'
import { Popover } from './popover.tsx'

/** Records of each click whether the browser would open or close the panel. */
async function clicksOf(detail: number): Promise<boolean[]> {
  const acts: boolean[] = []
  const note = (event: Event) => acts.push(!event.defaultPrevented)
  document.addEventListener('click', note)
  onTestFinished(() => document.removeEventListener('click', note))
  await renderPart(
    <MemoryRouter>
      <Popover label="Ada" purpose="Your account:">
        Sign out
      </Popover>
    </MemoryRouter>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Your account: Ada' }), { detail })
  return acts
}

test('a pointer’s click acts once, after its press is painted', async () => {
  const acts = await clicksOf(1)
  expect(acts).toEqual([false])
  await vi.waitFor(() => expect(acts).toEqual([false, true]))
})

test('a key’s click acts at once, because the next key is for the panel', async () => {
  expect(await clicksOf(0)).toEqual([true])
})
