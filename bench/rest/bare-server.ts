// The minimum: node:http, a check of the cookie's signature, one statement on our tables, JSON.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import postgres from 'postgres'

const sql = postgres(process.env['DATABASE_URL'] ?? '', { max: 10 })
const secret = process.env['AUTH_SECRET'] ?? ''
const iso = (column: ReturnType<typeof sql>) =>
  sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const caller = (token: string) => sql`
  (select s."userId" from "session" s join "user" u on u."id" = s."userId" where s."token" = ${token} and s."expiresAt" > now())`
const organization = sql`o."id", o."name", o."slug", o."logo", o."metadata", ${iso(sql`o."createdAt"`)} as "createdAt"`

async function getSession(token: string): Promise<string> {
  const [row] = await sql`
    select s.*, u."id" as "user_id", u."name", u."email", u."emailVerified", u."image", u."username", u."displayUsername",
      u."createdAt" as "user_createdAt", u."updatedAt" as "user_updatedAt"
    from "session" s join "user" u on u."id" = s."userId" where s."token" = ${token} and s."expiresAt" > now()`
  return JSON.stringify(row)
}

async function list(token: string): Promise<string> {
  const [row] = await sql`
    select coalesce(json_agg(x), '[]')::text as "json" from (
      select ${organization} from "member" m join "organization" o on o."id" = m."organizationId"
      where m."userId" = ${caller(token)} order by m."createdAt", m."id") x`
  return row?.['json']
}

async function getFull(token: string, key: ReturnType<typeof sql>): Promise<string> {
  const [row] = await sql`
    select row_to_json(x)::text as "json" from (
      select ${organization},
        (select json_agg(i) from (
          select i."id", i."organizationId", i."email", i."role", i."teamId", i."status", i."inviterId",
            ${iso(sql`i."expiresAt"`)} as "expiresAt"
          from "invitation" i where i."organizationId" = o."id") i) as "invitations",
        (select json_agg(m) from (
          select m."id", m."organizationId", m."userId", m."role", m."teamId", ${iso(sql`m."createdAt"`)} as "createdAt",
            (select row_to_json(y) from (select u."id", u."name", u."email", u."image") y) as "user"
          from "member" m join "user" u on u."id" = m."userId" where m."organizationId" = o."id") m) as "members",
        (select json_agg(t) from (
          select t."id", t."name", t."organizationId", ${iso(sql`t."createdAt"`)} as "createdAt",
            ${iso(sql`t."updatedAt"`)} as "updatedAt"
          from "team" t where t."organizationId" = o."id") t) as "teams"
      from "organization" o join "member" c on c."organizationId" = o."id"
      where ${key} and c."userId" = ${caller(token)}) x`
  return row?.['json']
}

async function create(token: string, body: string): Promise<string> {
  const { name, slug } = JSON.parse(body)
  const [id, teamId, memberId] = [key(), key(), key()]
  const now = new Date()
  return sql.begin(async (transaction) => {
    const [created] = await transaction`
      insert into "organization" ("id", "name", "slug", "createdAt") values (${id}, ${name}, ${slug}, ${now}) returning *`
    await transaction`
      insert into "team" ("id", "name", "organizationId", "createdAt") values (${teamId}, ${name}, ${id}, ${now})`
    const [member] = await transaction`
      insert into "member" ("id", "organizationId", "userId", "role", "teamId", "createdAt")
      values (${memberId}, ${id}, ${caller(token)}, 'owner', ${teamId}, ${now}) returning *`
    await transaction`update "session" set "activeOrganizationId" = ${id} where "token" = ${token}`
    return JSON.stringify({ ...created, members: [member] })
  })
}

const key = () => randomBytes(24).toString('base64url')

/** Returns the token of the signed session cookie, or '' if the signature is invalid. */
function readToken(request: IncomingMessage): string {
  const signed = /session_token=([^;]+)/.exec(request.headers.cookie ?? '')?.[1] ?? ''
  const [token = '', signature = ''] = decodeURIComponent(signed).split('.')
  const expected = createHmac('sha256', secret).update(token).digest()
  const given = Buffer.from(signature, 'base64')
  return given.length === expected.length && timingSafeEqual(given, expected) ? token : ''
}

async function respond(request: IncomingMessage, body: string): Promise<string> {
  const token = readToken(request)
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
  if (pathname.endsWith('/get-session')) return getSession(token)
  if (pathname.endsWith('/list')) return list(token)
  if (pathname.endsWith('/create')) return create(token, body)
  const [id, slug] = [searchParams.get('organizationId'), searchParams.get('organizationSlug')]
  return getFull(token, slug === null ? sql`o."id" = ${id}` : sql`o."slug" = ${slug}`)
}

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  let body = ''
  for await (const chunk of request) body += String(chunk)
  const text = await respond(request, body)
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }
  response.writeHead(200, headers).end(text)
}

const server = createServer((request, response) => void serve(request, response))
server.listen(Number(process.env['PORT']), process.env['HOST'], () => {
  const address = server.address()
  if (address !== null && typeof address === 'object') process.send?.({ listening: `http://127.0.0.1:${address.port}` })
})
process.on('SIGTERM', () => process.exit(0))
