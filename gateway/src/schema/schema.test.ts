import { readFileSync } from 'node:fs'
import {
  buildSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isListType,
  isNonNullType,
  isObjectType,
  isSpecifiedScalarType,
  lexicographicSortSchema,
  printSchema,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
} from 'graphql'
import { expect, expectTypeOf, test } from 'vitest'
import type { Scalars } from 'contract/generated/graphql.ts'
import type { Resolvers, ResolversParentTypes } from './generated/resolvers.ts'
import { schema, type resolvers } from './schema.ts'

// Change the published schema deliberately, with `npm run codegen`.
const published = buildSchema(readFileSync(new URL('../../schema.graphql', import.meta.url), 'utf8'))

const types = Object.values(schema.getTypeMap()).filter(
  (type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type),
)
const fieldsOf = (type: GraphQLNamedType) =>
  isObjectType(type) || isInterfaceType(type) ? Object.values(type.getFields()) : []
const objects = types.filter((type) => isObjectType(type))

test('publishes the schema that it serves', () => {
  expect(printSchema(lexicographicSortSchema(published))).toBe(printSchema(lexicographicSortSchema(schema)))
})

type Written<Type extends string, One = (typeof resolvers)[number]> =
  One extends Record<Type, infer Fields> ? keyof Fields : never
type Unanswered = {
  [Type in Exclude<keyof Resolvers & keyof ResolversParentTypes, keyof Scalars>]: Exclude<
    keyof NonNullable<Resolvers[Type]>,
    keyof ResolversParentTypes[Type] | Written<Type> | `__${string}`
  >
}

// Checked by the compiler, whose error names the fields.
test('has a resolver or a source property for every field', () => {
  expectTypeOf<Unanswered[keyof Unanswered]>().toBeNever()
})

test('describes every type, field, argument and value', () => {
  const all = types.flatMap((type) => [
    type,
    ...fieldsOf(type).flatMap((field) => [field, ...field.args]),
    ...(isInputObjectType(type) ? Object.values(type.getFields()) : []),
    ...(isEnumType(type) ? type.getValues() : []),
  ])
  expect(all.length).toBeGreaterThan(300)
  expect(all.filter(({ description }) => !description).map(({ name }) => name)).toEqual([])
})

// https://relay.dev/graphql/objectidentification.htm
test('implements Node for every type with a global id, and reads nodes at the root', () => {
  const node = schema.getType('Node')
  for (const type of objects) {
    const hasId = 'id' in type.getFields()
    expect([type.name, type.getInterfaces().some((implemented) => implemented === node)]).toEqual([type.name, hasId])
  }
  expect(signature(schema.getQueryType()?.getFields()['node'])).toBe('(id: ID!): Node')
  expect(signature(schema.getQueryType()?.getFields()['nodes'])).toBe('(ids: [ID!]!): [Node]')
})

// https://relay.dev/graphql/connections.htm
test('builds connections as Relay expects', () => {
  const connections = objects.filter((type) => type.name.endsWith('Connection'))
  expect(connections.length).toBe(6)
  for (const connection of connections) {
    const item = connection.name.slice(0, -'Connection'.length)
    expect(signatures(connection)).toEqual({
      edges: `: [${item}Edge!]!`,
      nodes: `: [${item}!]!`,
      pageInfo: ': PageInfo!',
      // Counting a log would cost as much as reading it.
      ...(item === 'AuditLogEntry' && { keptDays: ': Int!' }),
      ...(!['AuditLogEntry', 'WebhookDelivery'].includes(item) && { totalCount: ': Int!' }),
    })
    const edge = schema.getType(`${item}Edge`)
    expect(isObjectType(edge) && signatures(edge)).toEqual({ cursor: ': String!', node: `: ${item}!` })
  }
  for (const field of objects.flatMap(fieldsOf).filter(({ type }) => String(type).includes('Connection'))) {
    const paging = ['first', 'after', 'last', 'before'].map((name) =>
      String(field.args.find((argument) => argument.name === name)?.type),
    )
    expect([field.name, ...paging, isNonNullType(field.type)]).toEqual([
      field.name,
      'Int',
      'String',
      'Int',
      'String',
      false,
    ])
  }
})

test('gives each mutation one input, and a payload with userErrors and query', () => {
  for (const field of Object.values(schema.getMutationType()?.getFields() ?? {})) {
    const name = field.name.charAt(0).toUpperCase() + field.name.slice(1)
    expect(signature(field)).toBe(`(input: ${name}Input!): ${name}Payload`)
    const payload = schema.getType(`${name}Payload`)
    expect(isObjectType(payload) && signatures(payload)).toMatchObject({
      userErrors: ': [UserError!]!',
      query: ': Query!',
    })
  }
})

test('has no nulls in lists except in nodes', () => {
  const loose = types.flatMap((type) =>
    fieldsOf(type)
      .filter((field) => {
        const list = isNonNullType(field.type) ? field.type.ofType : field.type
        return isListType(list) && !isNonNullType(list.ofType)
      })
      .map((field) => `${type.name}.${field.name}`),
  )
  expect(loose).toEqual(['Query.nodes'])
})

function signature(field: GraphQLField<unknown, unknown> | undefined): string {
  const args = field?.args.map((argument) => `${argument.name}: ${argument.type}`).join(', ')
  return `${args ? `(${args})` : ''}: ${field?.type}`
}

function signatures(type: GraphQLObjectType): Record<string, string> {
  return Object.fromEntries(Object.values(type.getFields()).map((field) => [field.name, signature(field)]))
}
