import { expect, test, vi } from 'vitest'
import { renderPage, screen, waitFor, within } from '../testing/page.tsx'
import { Tabs } from './tabs.tsx'

const items = Array.from({ length: 9 }, (_, index) => ({ to: `/tab/${index}`, text: `Tab ${index}` }))
const page = { path: '/tab/*', Component: () => <Tabs label="Parts" items={items} /> }
const texts = () =>
  within(screen.getByRole('navigation', { name: 'Parts' }))
    .getAllByRole('link')
    .map(({ textContent }) => textContent)

test('keeps all tabs in their order, and scrolls the current one to the middle', async () => {
  // happy-dom has no layout: each tab is 100 px wide, and the line 300 px.
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(100)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(300)
  vi.spyOn(HTMLElement.prototype, 'offsetLeft', 'get').mockImplementation(function (this: HTMLElement) {
    return [...(this.parentElement?.children ?? [])].indexOf(this) * 100
  })
  const { user } = await renderPage([page], '/tab/1')
  const row = () => screen.getByRole('navigation', { name: 'Parts' }).firstElementChild
  expect(row()?.scrollLeft).toBe(0)
  await user.click(screen.getByRole('link', { name: 'Tab 7' }))
  await waitFor(() => expect(row()?.scrollLeft).toBe(600))
  expect(texts()).toEqual(items.map(({ text }) => text))
})
