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

/** The fields selected below some nodes. Ignores type conditions, so it may contain too many. */
export class Selection {
  readonly #info: GraphQLResolveInfo
  readonly nodes: readonly FieldNode[]
  #fields: ReadonlyMap<string, FieldNode[]> | undefined

  constructor(info: GraphQLResolveInfo, nodes: readonly FieldNode[] = info.fieldNodes) {
    this.#info = info
    this.nodes = nodes
  }

  has(name: string): boolean {
    return this.#byName().has(name)
  }

  /** Follows a path of field names, such as `'edges', 'node'`. */
  at(...[name, ...path]: readonly string[]): Selection {
    return name === undefined ? this : new Selection(this.#info, this.#byName().get(name) ?? []).at(...path)
  }

  firstAlias(name: string): Selection | null {
    const nodes = this.#byName().get(name)
    return nodes
      ? new Selection(
          this.#info,
          nodes.filter(({ alias }) => alias?.value === nodes[0]?.alias?.value),
        )
      : null
  }

  items(): Selection {
    return new Selection(this.#info, [...this.at('nodes').nodes, ...this.at('edges', 'node').nodes])
  }

  /** Throws if a variable is invalid. `type` is the type that has this field. */
  argumentsOf(type: string): Record<string, unknown> {
    const [node] = this.nodes
    const parent = this.#info.schema.getType(type)
    const field = node && isObjectType(parent) ? parent.getFields()[node.name.value] : undefined
    return node && field ? getArgumentValues(field, node, this.#info.variableValues) : {}
  }

  #byName(): ReadonlyMap<string, FieldNode[]> {
    return (this.#fields ??= fieldsBelow(this.#info, this.nodes))
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

function isIncluded({ variableValues }: GraphQLResolveInfo, selection: SelectionNode): boolean {
  return (
    getDirectiveValues(GraphQLSkipDirective, selection, variableValues)?.['if'] !== true &&
    getDirectiveValues(GraphQLIncludeDirective, selection, variableValues)?.['if'] !== false
  )
}
