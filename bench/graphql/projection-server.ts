// Hand-written for this page: one REST call, and a projection of its response.
import { createServer, request as call, Agent, type IncomingMessage } from 'node:http'

interface Item {
  id: string
  name: string
  email: string
  role: string
  status: string
  user: { id: string; name: string; email: string }
}

const agent = new Agent({ keepAlive: true })
const roles = ({ role }: Item) => role.split(',').map((name) => name.toUpperCase())

const server = createServer(async (request, response) => {
  const { variables }: { variables: { slug: string } } = JSON.parse(await textOf(request))
  const path = `/api/auth/organization/get-full-organization?organizationSlug=${variables.slug}`
  call(
    process.env['REST_AUTH_URL'] + path,
    { agent, headers: { cookie: request.headers.cookie ?? '' } },
    async (result) => {
      const full: { id: string; name: string; slug: string; members: Item[]; teams: Item[]; invitations: Item[] } =
        JSON.parse(await textOf(result))
      const { id, name, slug } = full
      const members = full.members.map((one) => ({
        id: `M_${one.id}`,
        roles: roles(one),
        user: { id: `U_${one.user.id}`, name: one.user.name, email: one.user.email },
      }))
      const organization = {
        id: `O_${id}`,
        name,
        slug,
        viewerMembership: { roles: members[0]?.roles },
        members: { nodes: members },
        teams: { nodes: full.teams.map((one) => ({ id: `T_${one.id}`, name: one.name })) },
        invitations: {
          nodes: full.invitations.map((one) => ({
            id: `I_${one.id}`,
            email: one.email,
            roles: roles(one),
            status: one.status.toUpperCase(),
          })),
        },
      }
      const body = JSON.stringify({ data: { organization } })
      response
        .writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
        .end(body)
    },
  ).end()
})

async function textOf(message: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of message) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.send?.({ listening: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}` })
})
