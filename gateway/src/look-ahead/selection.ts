import {
  getArgumentValues,
  getDirectiveValues,
  GraphQLIncludeDirective,
  GraphQLSkipDirective,
  isObjectType,
  Kind,
  type FieldNode,
  type GraphQLResolveInfo,
  type SelectionNode,
} from 'graphql'

/**
 * What a document selects below some of its nodes, which are one field or stand for the same kind of object. Type conditions
 * are not looked at, so it may be more than an object has, never less.
 */
export class Selection {
  readonly info: GraphQLResolveInfo
  readonly nodes: readonly FieldNode[]
  #fields: ReadonlyMap<string, FieldNode[]> | undefined

  constructor(info: GraphQLResolveInfo, nodes: readonly FieldNode[] = info.fieldNodes) {
    this.info = info
    this.nodes = nodes
  }

  get names(): readonly string[] {
    return [...this.#byName().keys()]
  }

  has(name: string): boolean {
    return this.#byName().has(name)
  }

  /** What is selected at the end of a path of field names, for instance `'edges', 'node'`. */
  at(...[name, ...path]: readonly string[]): Selection {
    return name === undefined ? this : new Selection(this.info, this.#byName().get(name) ?? []).at(...path)
  }

  /** Of a field that is selected under several aliases, the selection under the first. */
  firstAlias(name: string): Selection | null {
    const [first, ...others] = this.#byName().get(name) ?? []
    if (!first) return null
    return new Selection(this.info, [first, ...others.filter((node) => node.alias?.value === first.alias?.value)])
  }

  /** What is selected of each item of a connection. */
  items(): Selection {
    return new Selection(this.info, [...this.at('nodes').nodes, ...this.at('edges', 'node').nodes])
  }

  /** The arguments that the nodes, which are a field of this type, have. Throws where a variable does not fit. */
  argumentsOf(type: string): Record<string, unknown> {
    const [node] = this.nodes
    const parent = this.info.schema.getType(type)
    const field = node && isObjectType(parent) ? parent.getFields()[node.name.value] : undefined
    return node && field ? getArgumentValues(field, node, this.info.variableValues) : {}
  }

  #byName(): ReadonlyMap<string, FieldNode[]> {
    return (this.#fields ??= fieldsBelow(this.info, this.nodes))
  }
}

function fieldsBelow(info: GraphQLResolveInfo, nodes: readonly FieldNode[]): Map<string, FieldNode[]> {
  const fields = new Map<string, FieldNode[]>()
  const visit = (selection: SelectionNode): void => {
    if (selection.directives?.length && !isIncluded(info, selection)) return
    if (selection.kind === Kind.FIELD) {
      const same = fields.get(selection.name.value)
      if (same) same.push(selection)
      else fields.set(selection.name.value, [selection])
    } else {
      const fragment = selection.kind === Kind.INLINE_FRAGMENT ? selection : info.fragments[selection.name.value]
      fragment?.selectionSet.selections.forEach(visit)
    }
  }
  for (const node of nodes) node.selectionSet?.selections.forEach(visit)
  return fields
}

function isIncluded(info: GraphQLResolveInfo, selection: SelectionNode): boolean {
  return (
    getDirectiveValues(GraphQLSkipDirective, selection, info.variableValues)?.['if'] !== true &&
    getDirectiveValues(GraphQLIncludeDirective, selection, info.variableValues)?.['if'] !== false
  )
}
