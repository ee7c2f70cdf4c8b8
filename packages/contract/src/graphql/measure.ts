import {
  getNamedType,
  isCompositeType,
  isInterfaceType,
  isObjectType,
  Kind,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  type SelectionSetNode,
  type ValueNode,
} from 'graphql'
import { defaultPage, maxPageSize } from './limits.ts'

interface SelectionSize {
  readonly depth: number
  readonly aliases: number
  readonly directives: number
  readonly selections: number // fields and fragments at all levels
  readonly fields: number // only at the first level
  readonly cost: number
}

export interface Size extends SelectionSize {
  readonly comparisons: number // approximate
  readonly mostComparedField: string // the field with the most comparisons, such as `User.name`
}

export type Variables = (name: string) => unknown

const nothing: SelectionSize = { depth: 0, aliases: 0, directives: 0, selections: 0, fields: 0, cost: 0 }

/** Takes linear time, regardless of fragments. Ignores unknown fields, which validation rejects. */
export function measure(schema: GraphQLSchema, document: DocumentNode, sentVariables: Variables): Size[] {
  let defaults = new Map<string, unknown>()
  const variables: Variables = (name) => {
    const sent = sentVariables(name)
    return sent === undefined ? defaults.get(name) : sent // null does not select the default
  }
  const fragments = new Map<string, FragmentDefinitionNode>()
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition)
  }
  const measured = new Map<string, SelectionSize>()
  const selected = new Map<string, number[]>()

  const selectionSize = (set: SelectionSetNode | undefined, type: GraphQLNamedType | undefined): SelectionSize =>
    (set?.selections ?? []).reduce<SelectionSize>((sum, selection) => {
      const directives = selection.directives?.length ?? 0
      switch (selection.kind) {
        case Kind.FIELD:
          return add(sum, fieldSize(selection, type), directives)
        case Kind.INLINE_FRAGMENT: {
          const condition = selection.typeCondition ? schema.getType(selection.typeCondition.name.value) : type
          return add(sum, selectionSize(selection.selectionSet, condition), directives)
        }
        case Kind.FRAGMENT_SPREAD:
          return add(sum, fragmentSize(selection.name.value), directives)
      }
    }, nothing)

  const fragmentSize = (name: string): SelectionSize => {
    const known = measured.get(name)
    if (known) return known
    measured.set(name, nothing) // stops recursive fragments, which validation rejects
    const fragment = fragments.get(name)
    const size = selectionSize(fragment?.selectionSet, fragment && schema.getType(fragment.typeCondition.name.value))
    measured.set(name, size)
    return size
  }

  const fieldSize = (field: FieldNode, parent: GraphQLNamedType | undefined): SelectionSize => {
    const known = isObjectType(parent) || isInterfaceType(parent) ? parent.getFields()[field.name.value] : undefined
    const type = known && getNamedType(known.type)
    const inner = selectionSize(field.selectionSet, type)
    const key = `${parent?.name}.${field.alias?.value ?? field.name.value}`
    const same = selected.get(key)
    if (same) same.push(1 + inner.selections)
    else selected.set(key, [1 + inner.selections])
    const own =
      isCompositeType(type) && !isPageWrapper(parent) ? 1 : (weights[`${parent?.name}.${field.name.value}`] ?? 0)
    return {
      // Introspection is deep by nature; graphql-js has its own limit.
      depth: field.name.value.startsWith('__') ? 1 : inner.depth + 1,
      aliases: inner.aliases + (field.alias ? 1 : 0),
      directives: inner.directives,
      selections: inner.selections,
      fields: 1,
      cost:
        isConnection(type) || isSized(known)
          ? pageSize(field, variables) * (1 + inner.cost)
          : listSize(field, variables) * (own + inner.cost),
    }
  }

  return document.definitions.flatMap((definition) => {
    if (definition.kind !== Kind.OPERATION_DEFINITION) return []
    defaults = new Map(
      definition.variableDefinitions?.map(({ variable, defaultValue }) => [
        variable.name.value,
        defaultValue && plainValue(defaultValue, () => undefined),
      ]),
    )
    measured.clear()
    selected.clear()
    const size = selectionSize(definition.selectionSet, schema.getRootType(definition.operation) ?? undefined)
    return {
      ...size,
      directives: size.directives + (definition.directives?.length ?? 0),
      ...comparisonsOf(selected),
    }
  })
}

/** Validation compares all selections of a field with each other, including their content. */
function comparisonsOf(selected: ReadonlyMap<string, number[]>): Pick<Size, 'comparisons' | 'mostComparedField'> {
  const most = { count: 0, field: '' }
  let comparisons = 0
  for (const [field, sizes] of selected) {
    const sum = sizes.reduce((all, size) => all + size, 0)
    const count = sizes.reduce((all, size) => all + (size * (sum - size)) / 2, 0)
    comparisons += count
    if (count > most.count) Object.assign(most, { count, field })
  }
  return { comparisons, mostComparedField: most.field }
}

/** Scalar fields that may be as large as several objects. */
const weights: Readonly<Record<string, number>> = { 'Organization.metadata': 8 }

const add = (a: SelectionSize, b: SelectionSize, directives: number): SelectionSize => ({
  depth: Math.max(a.depth, b.depth),
  aliases: a.aliases + b.aliases,
  directives: a.directives + b.directives + directives,
  selections: a.selections + b.selections + 1,
  fields: a.fields + b.fields,
  cost: a.cost + b.cost,
})

const isConnection = (type: GraphQLNamedType | undefined): boolean => type?.name.endsWith('Connection') ?? false
/** A list whose size is an argument. */
const isSized = (field: GraphQLField<unknown, unknown> | undefined): boolean =>
  field?.args.some(({ name }) => name === 'first') ?? false
/** Objects of these types are free: a connection costs the size of its page. */
const isPageWrapper = (type: GraphQLNamedType | undefined): boolean => /(Connection|Edge)$/.test(type?.name ?? '')

function argument(field: FieldNode, name: string, variables: Variables): unknown {
  const value = field.arguments?.find((node) => node.name.value === name)?.value
  return value && plainValue(value, variables)
}

function plainValue(value: ValueNode, variables: Variables): unknown {
  if (value.kind === Kind.VARIABLE) return variables(value.name.value)
  if (value.kind === Kind.INT) return Number(value.value)
  return value.kind === Kind.LIST ? value.values : undefined
}

/** An invalid size counts as the largest page. */
function pageSize(field: FieldNode, variables: Variables): number {
  const size = argument(field, 'first', variables) ?? argument(field, 'last', variables) ?? defaultPage
  return typeof size === 'number' && size >= 0 && size <= maxPageSize ? size : maxPageSize
}

function listSize(field: FieldNode, variables: Variables): number {
  if (!field.arguments?.some(({ name }) => name.value === 'ids')) return 1
  const ids = argument(field, 'ids', variables)
  return Array.isArray(ids) ? Math.min(ids.length, maxPageSize) : maxPageSize
}
