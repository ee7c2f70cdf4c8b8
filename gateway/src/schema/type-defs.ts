import { globSync, readFileSync } from 'node:fs'
import { type DocumentNode, type FieldDefinitionNode, Kind, parse, visit } from 'graphql'

// The files beside only contain what is special about connections, payloads and inputs: this module
// adds what all of them have (https://relay.dev/graphql/connections.htm).

const files = globSync(`${import.meta.dirname}/*.graphql`).toSorted()
const written = files.map((file) => readFileSync(file, 'utf8')).join('\n')

const connectionTo = (node: string): string => `
  "A page of ${node.toLowerCase()}s."
  type ${node}Connection {
    "The items with their cursors."
    edges: [${node}Edge!]!
    "The items without cursors."
    nodes: [${node}!]!
    "Information for reading the next or previous page."
    pageInfo: PageInfo!
    "The number of items on all pages. Counting stops at 10,000, except for all members of an organization."
    totalCount: Int!
  }
  "${/^[AEIOU]/.test(node) ? 'An' : 'A'} ${node.toLowerCase()} within a connection."
  type ${node}Edge {
    "The cursor of this item."
    cursor: String!
    "The item."
    node: ${node}!
  }`
const connections = ['Organization', 'Member', 'Team', 'Invitation'].map(connectionTo)

const pageArguments = argumentsOf(`
  "Number of items from the start, 0 to 100. The default is 20."
  first: Int
  "Only items after this cursor."
  after: String
  "Number of items from the end, 0 to 100."
  last: Int
  "Only items before this cursor."
  before: String`)

const ofOrganization = argumentsOf('"The organization. The default is the active one." organizationId: ID')

const payloadFields = fieldsOf(`
  "The query root, to read the state after the change."
  query: Query!
  "Why the change was refused; empty on success."
  userErrors: [UserError!]!`)

function fieldsOf(text: string): readonly FieldDefinitionNode[] {
  const [type] = parse(`type Shared { ${text} }`).definitions
  return (type?.kind === Kind.OBJECT_TYPE_DEFINITION && type.fields) || []
}

function argumentsOf(text: string) {
  return fieldsOf(`shared(${text}): Int`).flatMap((field) => field.arguments ?? [])
}

export const typeDefs: DocumentNode = visit(parse([written, ...connections].join('\n')), {
  FieldDefinition(field) {
    const { type, arguments: own = [] } = field
    const isConnection = type.kind === Kind.NAMED_TYPE && type.name.value.endsWith('Connection')
    if (!isConnection || own.some(({ name }) => name.value === 'first')) return undefined
    return { ...field, arguments: [...pageArguments, ...own] }
  },
  InputObjectTypeDefinition(type) {
    const { directives = [], fields = [] } = type
    if (!directives.some(({ name }) => name.value === 'inOrganization')) return undefined
    return { ...type, directives: [], fields: [...ofOrganization, ...fields] }
  },
  DirectiveDefinition: () => null,
  ObjectTypeDefinition(type) {
    const [, mutation] = /^(\w+)Payload$/.exec(type.name.value) ?? []
    if (mutation === undefined) return undefined
    const name = mutation.charAt(0).toLowerCase() + mutation.slice(1)
    const description = { kind: Kind.STRING, value: `The result of \`${name}\`.` }
    return { ...type, description, fields: [...(type.fields ?? []), ...payloadFields] }
  },
})
