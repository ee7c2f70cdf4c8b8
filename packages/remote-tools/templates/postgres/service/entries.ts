import type { Sql } from 'postgres'
import { type Reply, type Call, refused } from './server.ts'

export interface Entry {
  id: number
  text: string
  /** ISO 8601 */
  createdAt: string
}

/** `GET /entries` returns the latest hundred, `POST /entries { text }` adds one. */
export function handleEntries(sql: Sql): (call: Call) => Promise<Reply> {
  return async ({ what, body, userId, organization }) => {
    if (what === 'GET /entries') {
      const entries = await sql`
        select id::int, text, created_at "createdAt" from entry where organization_id = ${organization.id}
        order by entry.id desc limit 100`
      return { status: 200, body: { entries } }
    }
    if (what !== 'POST /entries') return refused(404, 'NOT_FOUND', 'There is nothing at this path.')
    // Users can also send requests that the screens do not offer.
    if (!organization.permissions.includes('organization:update'))
      return refused(403, 'FORBIDDEN', 'Only owners and admins may do this.')
    const text = typeof body === 'object' && body !== null && 'text' in body ? body.text : null
    if (typeof text !== 'string' || text.trim() === '' || text.length > 200)
      return refused(400, 'VALIDATION_ERROR', 'The text must have 1 to 200 characters.')
    const [added] = await sql`
      insert into entry (organization_id, text, created_by) values (${organization.id}, ${text.trim()}, ${userId})
      returning id::int`
    return { status: 201, body: added }
  }
}
