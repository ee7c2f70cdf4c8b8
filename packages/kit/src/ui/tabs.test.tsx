import { beforeEach, expect, test, vi } from 'vitest'
import { renderPage, screen, waitFor, within } from '../testing/page.tsx'
import { Tabs } from './tabs.tsx'

const items = Array.from({ length: 9 }, (_, index) => ({ to: `/tab/${index}`, text: `Tab ${index}` }))
const page = { path: '/tab/*', Component: () => <Tabs label="Parts" items={items} /> }

let room: number
beforeEach(() => {
  // happy-dom has no layout: each tab is 100 px wide.
  const index = (element: HTMLElement) => [...(element.parentElement?.children ?? [])].indexOf(element)
  const isTab = (element: HTMLElement) => element.parentElement?.className === 'kit-tab-row'
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(100)
  vi.spyOn(HTMLElement.prototype, 'offsetLeft', 'get').mockImplementation(function (this: HTMLElement) {
    return isTab(this) ? index(this) * 100 : 0
  })
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockImplementation(() => room)
  vi.stubGlobal('ResizeObserver', FirstSize)
})

/** A browser reports the first size after layout. */
class FirstSize {
  readonly #report: () => void
  constructor(report: () => void) {
    this.#report = report
  }
  observe() {
    queueMicrotask(this.#report)
  }
  disconnect() {}
}

const tabs = () => screen.getByRole('navigation', { name: 'Parts' })
const row = () => [...(tabs().querySelector('.kit-tab-row')?.children ?? [])]
const shown = () => row().flatMap((link) => (link.hasAttribute('data-hidden') ? [] : (link.textContent ?? '')))
const inMenu = () => [...tabs().querySelectorAll('.kit-tab-menu > a')].map((link) => link.textContent)

test('shows all tabs without a menu if they fit', async () => {
  room = 900
  await renderPage([page], '/tab/8')
  expect(shown()).toEqual(items.map(({ text }) => text))
  expect(screen.queryByRole('button', { name: 'More' })).toBeNull()
})

test('moves tabs that do not fit into a menu, and keeps the current one in the line', async () => {
  room = 350
  const { user } = await renderPage([page], '/tab/1')
  await waitFor(() => expect(shown()).toEqual(['Tab 0', 'Tab 1', 'Tab 2']))
  expect(inMenu()).toEqual(items.slice(3).map(({ text }) => text))
  await user.click(within(tabs()).getByText('Tab 7', { selector: '.kit-tab-menu > a' }))
  const current = () => row().find((link) => link.hasAttribute('aria-current'))?.textContent
  await waitFor(() => expect(current()).toBe('Tab 7'))
  await waitFor(() => expect(shown()).toContain('Tab 7'))
  expect([...shown(), ...inMenu()].toSorted()).toEqual(items.map(({ text }) => text))
})
