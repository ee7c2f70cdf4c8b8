// The lower bound: one SQL statement, with the session check, that builds the JSON of this page.
import { createServer } from 'node:http'
import postgres from 'postgres'

const sql = postgres(process.env['DATABASE_URL'] ?? '', { max: 1 })

const server = createServer(async (request, response) => {
  let text = ''
  for await (const chunk of request) text += chunk
  const { variables }: { variables: { slug: string } } = JSON.parse(text)
  const [token = ''] = decodeURIComponent(/session_token=([^;]*)/.exec(request.headers.cookie ?? '')?.[1] ?? '').split(
    '.',
  )
  const [row] = await sql<{ json: string }[]>`
    select json_build_object('data', json_build_object('organization', json_build_object(
      'id', 'O_' || o."id", 'name', o."name", 'slug', o."slug",
      'viewerMembership', json_build_object('roles', string_to_array(upper(m."role"), ',')),
      'members', json_build_object('nodes', (select json_agg(json_build_object(
        'id', 'M_' || x."id", 'roles', string_to_array(upper(x."role"), ','),
        'user', json_build_object('id', 'U_' || u."id", 'name', u."name", 'email', u."email")) order by x."createdAt", x."id")
        from "member" x join "user" u on u."id" = x."userId" where x."organizationId" = o."id")),
      'teams', json_build_object('nodes', (select json_agg(json_build_object('id', 'T_' || t."id", 'name', t."name")
        order by t."createdAt", t."id")
        from "team" t where t."organizationId" = o."id")),
      'invitations', json_build_object('nodes', (select json_agg(json_build_object('id', 'I_' || i."id", 'email', i."email",
        'roles', string_to_array(upper(i."role"), ','), 'status', upper(i."status")) order by i."expiresAt" desc, i."id")
        from "invitation" i where i."organizationId" = o."id"))
    )))::text as "json"
    from "session" s join "member" m on m."userId" = s."userId" join "organization" o on o."id" = m."organizationId"
    where s."token" = ${token} and s."expiresAt" > now() and o."slug" = ${variables.slug}`
  const body = row?.json ?? '{}'
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }).end(body)
})

server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.send?.({ listening: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}` })
})
