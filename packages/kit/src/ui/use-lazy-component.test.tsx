import { useState } from 'react'
import { afterAll, expect, test, vi } from 'vitest'
import { act, fireEvent, renderPage, screen } from '../testing/page.tsx'
import { useLazyComponent } from './use-lazy-component.tsx'

// The next files share the page.
const before = globalThis.reportError
afterAll(() => void vi.stubGlobal('reportError', before))

const load = vi.fn<() => Promise<() => string>>()

const menu = (isOpen: boolean) => [
  {
    path: '*',
    Component: () => {
      const { Component, fallback } = useLazyComponent(isOpen, load)
      return Component ? <Component /> : fallback
    },
  },
]

test('shows a load error, and loads again on retry', async () => {
  vi.stubGlobal('reportError', vi.fn<typeof reportError>())
  load.mockRejectedValueOnce(new TypeError('Failed to fetch')).mockResolvedValue(() => 'what was asked for')
  const { user } = await renderPage(menu(true), '/')
  expect((await screen.findByRole('alert')).textContent).toContain('Can’t reach the server')
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('what was asked for')
  expect(screen.queryByRole('alert')).toBeNull()
  expect(load).toHaveBeenCalledTimes(2)
})

test('loads nothing before it is wanted', async () => {
  load.mockClear()
  await renderPage(menu(false), '/')
  expect(load).not.toHaveBeenCalled()
})

test('handles clicks before it renders the loaded component', async () => {
  const drawn: string[] = []
  function Page() {
    const [count, setCount] = useState(0)
    const { Component } = useLazyComponent(true, load)
    drawn.push(`${count} ${Component ? 'with' : 'without'}`)
    return <button onClick={() => setCount(count + 1)}>{Component && <Component />}</button>
  }
  const response = Promise.withResolvers<() => string>()
  load.mockReset().mockReturnValue(response.promise)
  await renderPage([{ path: '*', Component: Page }], '/')
  drawn.length = 0
  await act(async () => {
    response.resolve(() => 'what was asked for')
    await response.promise
    fireEvent.click(screen.getByRole('button'))
  })
  expect(drawn).toEqual(['1 without', '1 with'])
})
