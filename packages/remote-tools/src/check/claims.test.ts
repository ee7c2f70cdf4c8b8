import { expect, test } from 'vitest'
import { covers } from './claims.ts'

test.each([
  ['/invoices', '/invoices', true],
  ['/invoices', '/Invoices/:id', true],
  ['/invoices', '/invoices/:id?', true],
  ['/invoices', '/invoices/*', true],
  ['/:area', '/invoices', true],
  ['/invoices', '/orders', false],
  ['/invoices/:id', '/invoices/:id?', false],
  ['/invoices', '/*', false],
  ['/invoices', '/:area', false],
  ['/:area', '*', false],
  ['/:area', 'invoices?', false],
])('the route %s covers the page %s: %s', (route, page, isCovered) => {
  expect(covers(route, page)).toBe(isCovered)
})
