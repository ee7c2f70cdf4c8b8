import { expect, test, vi } from 'vitest'
import { open, screen } from '../testing/page.tsx'
import { useFetched } from './use-fetched.tsx'

const load = vi.fn<() => Promise<() => string>>()

const menu = (isOpen: boolean) => [
  {
    path: '*',
    Component: () => {
      const { Component, standIn } = useFetched(isOpen, load)
      return Component ? <Component /> : standIn
    },
  },
]

test('what cannot be loaded says so, and is loaded when the reader tries again', async () => {
  vi.stubGlobal('reportError', vi.fn<typeof reportError>())
  load.mockRejectedValueOnce(new TypeError('Failed to fetch')).mockResolvedValue(() => 'what was asked for')
  const { user } = await open(menu(true), '/')
  expect((await screen.findByRole('alert')).textContent).toContain('could not be reached')
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('what was asked for')
  expect(screen.queryByRole('alert')).toBeNull()
  expect(load).toHaveBeenCalledTimes(2)
})

test('nothing is loaded before it is wanted', async () => {
  load.mockClear()
  await open(menu(false), '/')
  expect(load).not.toHaveBeenCalled()
})
