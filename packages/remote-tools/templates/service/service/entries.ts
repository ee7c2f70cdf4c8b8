import type { DatabaseSync } from 'node:sqlite'
import { type Reply, type Call, refused } from './server.ts'

export interface Entry {
  id: number
  text: string
  /** ISO 8601 */
  createdAt: string
}

/** `GET /entries` returns the latest hundred, `POST /entries { text }` adds one. */
export function handleEntries(database: DatabaseSync): (call: Call) => Reply {
  database.exec(`
    create table if not exists entry (
      id integer primary key,
      organization_id text not null,
      text text not null,
      created_by text not null,
      created_at text not null
    ) strict;
    create index if not exists entry_of_organization on entry (organization_id, id)`)
  const list = database.prepare(
    'select id, text, created_at "createdAt" from entry where organization_id = ? order by id desc limit 100',
  )
  const add = database.prepare(
    'insert into entry (organization_id, text, created_by, created_at) values (?, ?, ?, ?) returning id',
  )
  return ({ what, body, userId, organization }) => {
    if (what === 'GET /entries') return { status: 200, body: { entries: list.all(organization.id) } }
    if (what !== 'POST /entries') return refused(404, 'NOT_FOUND', 'There is nothing at this path.')
    // Users can also send requests that the screens do not offer.
    if (!organization.permissions.includes('organization:update'))
      return refused(403, 'FORBIDDEN', 'Only owners and admins may do this.')
    const text = typeof body === 'object' && body !== null && 'text' in body ? body.text : null
    if (typeof text !== 'string' || text.trim() === '' || text.length > 200)
      return refused(400, 'VALIDATION_ERROR', 'The text must have 1 to 200 characters.')
    return { status: 201, body: add.get(organization.id, text.trim(), userId, new Date().toISOString()) }
  }
}
