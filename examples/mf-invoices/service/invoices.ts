import type { DatabaseSync } from 'node:sqlite'
import { type Reply, type Call, refused } from './server.ts'

export interface Invoice {
  number: number // from 1 in each organization
  customer: string
  /** In cents of a euro. */
  amount: number
  /** ISO 8601. `paidAt` is null while the invoice is open. */
  issuedAt: string
  paidAt: string | null
}

export interface Invoices {
  /** The latest hundred. */
  invoices: Invoice[]
  /** The number of unpaid invoices and their sum in cents. */
  open: { count: number; amount: number }
}

const columns = 'number, customer, amount, issued_at "issuedAt", paid_at "paidAt"'

/** `GET /invoices`, `POST /invoices { customer, amount }`, `POST /invoices/<number>/paid`. */
export function handleInvoices(database: DatabaseSync): (call: Call) => Reply {
  database.exec(`
    create table if not exists invoice (
      organization_id text not null,
      number integer not null,
      customer text not null check (length(customer) between 1 and 100),
      amount integer not null check (amount between 1 and 100000000),
      issued_by text not null,
      issued_at text not null,
      paid_at text,
      primary key (organization_id, number)
    ) strict, without rowid`)
  const list = database.prepare(
    `select ${columns} from invoice where organization_id = ? order by number desc limit 100`,
  )
  const sum = database.prepare(
    'select count(*) "count", coalesce(sum(amount), 0) "amount" from invoice where organization_id = ? and paid_at is null',
  )
  const issue = database.prepare(`
    insert into invoice (organization_id, number, customer, amount, issued_by, issued_at)
    select $id, coalesce(max(number), 0) + 1, $customer, $amount, $userId, $now from invoice where organization_id = $id
    returning ${columns}`)
  // Idempotent: keeps the first date.
  const pay = database.prepare(`
    update invoice set paid_at = coalesce(paid_at, ?) where organization_id = ? and number = ? returning ${columns}`)
  return ({ what, body, userId, organization: { id, permissions } }) => {
    if (what === 'GET /invoices') return { status: 200, body: { invoices: list.all(id), open: sum.get(id) } }
    const [, number] = /^POST \/invoices\/(\d{1,9})\/paid$/.exec(what) ?? []
    if (what !== 'POST /invoices' && number === undefined) return refused(404, 'NOT_FOUND', 'Unknown path.')
    // Users can also send requests that the screens do not offer.
    const needed = number === undefined ? 'organization:update' : 'mf-invoices:approve'
    if (!permissions.includes(needed)) return refused(403, 'FORBIDDEN', `You lack the permission ${needed}.`)
    const now = new Date().toISOString()
    if (number !== undefined) {
      const paid = pay.get(now, id, Number(number))
      return paid ? { status: 200, body: paid } : refused(404, 'INVOICE_NOT_FOUND', 'There is no such invoice.')
    }
    if (!isDraft(body)) return refused(400, 'VALIDATION_ERROR', 'Send a customer and an amount in cents.')
    const $customer = body.customer.trim()
    return { status: 201, body: issue.get({ $id: id, $customer, $amount: body.amount, $userId: userId, $now: now }) }
  }
}

function isDraft(body: unknown): body is Pick<Invoice, 'customer' | 'amount'> {
  if (typeof body !== 'object' || body === null || !('customer' in body) || !('amount' in body)) return false
  const { customer, amount } = body
  if (typeof customer !== 'string' || typeof amount !== 'number' || !Number.isInteger(amount)) return false
  return customer.trim() !== '' && customer.length <= 100 && amount >= 1 && amount <= 100_000_000
}
