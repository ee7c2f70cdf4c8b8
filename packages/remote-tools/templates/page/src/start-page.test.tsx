import { renderPage, screen } from 'kit/testing/page'
import { expect, test } from 'vitest'
import { remote } from './remote.tsx'

test('shows an empty page', async () => {
  await renderPage(remote.routes, '/template')
  expect(screen.getByText('There is nothing here yet.')).toBeDefined()
})
