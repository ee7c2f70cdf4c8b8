// Apollo Server with its defaults: resolvers that fetch from the REST API, as in its documentation.
import { ApolloServer } from '@apollo/server'
import fastifyApollo, { fastifyApolloDrainPlugin } from '@as-integrations/fastify'
import Fastify from 'fastify'

const typeDefs = /* GraphQL */ `
  input By {
    id: ID
    slug: String
  }
  type Query {
    organization(by: By!): Organization
  }
  type Organization {
    id: ID!
    name: String!
    slug: String!
    viewerMembership: Member
    members(first: Int): MemberConnection
    teams(first: Int): TeamConnection
    invitations(first: Int): InvitationConnection
  }
  type MemberConnection {
    nodes: [Member!]!
  }
  type TeamConnection {
    nodes: [Team!]!
  }
  type InvitationConnection {
    nodes: [Invitation!]!
  }
  enum Role {
    OWNER
    ADMIN
    MEMBER
  }
  type Member {
    id: ID!
    roles: [Role!]!
    user: User!
  }
  type User {
    id: ID!
    name: String!
    email: String!
  }
  type Team {
    id: ID!
    name: String!
  }
  type Invitation {
    id: ID!
    email: String!
    roles: [Role!]!
    status: String!
  }
`

interface Item {
  id: string
  role: string
  userId: string
}
interface Full {
  members: Item[]
  teams: Item[]
  invitations: Item[]
}
interface Context {
  get(path: string): Promise<Full>
}
const roles = ({ role }: Item) => role.split(',').map((name) => name.toUpperCase())
const page = (items: Item[], { first }: { first: number }) => ({ nodes: items.slice(0, first) })
const globalId = (type: string) => ({ id: ({ id }: Item) => Buffer.from(`${type}:${id}`).toString('base64') })

const resolvers = {
  Query: {
    organization: (_: unknown, { by }: { by: { slug: string } }, { get }: Context) =>
      get(`/organization/get-full-organization?organizationSlug=${by.slug}`),
  },
  Organization: {
    ...globalId('Organization'),
    viewerMembership: ({ members }: Full) => members[0],
    members: ({ members }: Full, args: { first: number }) => page(members, args),
    teams: ({ teams }: Full, args: { first: number }) => page(teams, args),
    invitations: ({ invitations }: Full, args: { first: number }) => page(invitations, args),
  },
  Member: { ...globalId('Member'), roles },
  User: globalId('User'),
  Team: globalId('Team'),
  Invitation: { ...globalId('Invitation'), roles, status: ({ status }: { status: string }) => status.toUpperCase() },
}

const app = Fastify()
const apollo = new ApolloServer<Context>({ typeDefs, resolvers, plugins: [fastifyApolloDrainPlugin(app)] })
await apollo.start()
await app.register(fastifyApollo(apollo), {
  context: async ({ headers: { cookie = '' } }) => ({
    get: async (path: string) =>
      JSON.parse(
        await (await fetch(`${process.env['REST_AUTH_URL']}/api/auth${path}`, { headers: { cookie } })).text(),
      ),
  }),
})
process.send?.({ listening: await app.listen({ port: 0, host: '127.0.0.1' }) })
