import { renderPage, screen } from 'kit/testing/page'
import { expect, test } from 'vitest'
import { remote } from './remote.tsx'

test('the page says that there is nothing yet', async () => {
  await renderPage(remote.routes, '/template')
  expect(screen.getByText('There is nothing here yet.')).toBeDefined()
})
