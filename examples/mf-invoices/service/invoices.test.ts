// @vitest-environment node
import { DatabaseSync } from 'node:sqlite'
import { afterAll, expect, test } from 'vitest'
import { handleInvoices } from './invoices.ts'
import { createService } from './server.ts'
import { send, listen, startProduct } from './testing.ts'

const product = await startProduct()
const service = createService(product.origin, handleInvoices(new DatabaseSync(':memory:')))
const origin = await listen(service)
afterAll(() => {
  service.close()
  product.stop()
})
const invoicesOf = (organization: string) => `${origin}/organizations/${organization}/invoices`
const ownerOf = (organization: string) => product.tokenOf(organization, ['organization:update', 'mf-invoices:approve'])
const memberOf = (organization: string) => product.tokenOf(organization)

test('lets owners issue invoices and mark them as paid, visible only to the organization', async () => {
  const owner = await ownerOf('acme')
  expect(await send(invoicesOf('acme'), owner, { customer: ' Rowers ', amount: 1250 })).toEqual({
    status: 201,
    body: { number: 1, customer: 'Rowers', amount: 1250, issuedAt: expect.any(String), paidAt: null },
  })
  await send(invoicesOf('acme'), owner, { customer: 'Sailors', amount: 99 })
  const paid = await send(`${invoicesOf('acme')}/1/paid`, owner, {})
  expect(paid).toMatchObject({ status: 200, body: { number: 1, paidAt: expect.any(String) } })
  expect(await send(`${invoicesOf('acme')}/1/paid`, owner, {}), 'once more changes nothing').toEqual(paid)
  expect(await send(invoicesOf('acme'), await memberOf('acme'))).toMatchObject({
    status: 200,
    body: { invoices: [{ number: 2, paidAt: null }, { number: 1 }], open: { count: 1, amount: 99 } },
  })
  expect(await send(invoicesOf('beta'), await memberOf('beta'))).toEqual({
    status: 200,
    body: { invoices: [], open: { count: 0, amount: 0 } },
  })
})

test('gives different numbers to invoices that are issued at the same time', async () => {
  const owner = await ownerOf('gamma')
  const issued = Array.from({ length: 8 }, () => send(invoicesOf('gamma'), owner, { customer: 'Rowers', amount: 1 }))
  const numbers = (await Promise.all(issued)).map(({ body }) => Reflect.get(Object(body), 'number'))
  expect(numbers.toSorted()).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
})

test('rejects missing permissions, invalid invoices and unknown paths', async () => {
  const invoice = { customer: 'Rowers', amount: 1 }
  const owner = await ownerOf('delta')
  const [member, clerk] = [await memberOf('delta'), await product.tokenOf('delta', ['organization:update'])]
  for (const path of ['', '/1/paid'])
    expect(await send(invoicesOf('delta') + path, member, invoice)).toMatchObject({ status: 403 })
  expect(await send(`${invoicesOf('delta')}/1/paid`, clerk, {})).toMatchObject({ status: 403 })
  const wrong = [
    { customer: '' },
    { customer: 'x'.repeat(101) },
    { amount: 0 },
    { amount: 1.5 },
    { amount: 1e8 + 1 },
    { amount: '1' },
  ]
  for (const part of wrong)
    expect(await send(invoicesOf('delta'), owner, { ...invoice, ...part })).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION_ERROR' },
    })
  for (const path of ['/1/paid', '/1', '/1/elsewhere'])
    expect((await send(invoicesOf('delta') + path, owner, {})).status, path).toBe(404)
})
