import {
  getDirectiveValues, GraphQLIncludeDirective, GraphQLSkipDirective, Kind,
  type FieldNode, type GraphQLResolveInfo, type SelectionNode,
} from 'graphql' // prettier-ignore

/**
 * The fields that a document selects below these nodes, by name. Type conditions are not looked at, so it may be more than
 * an object has, never less.
 */
export function selectedFields(info: GraphQLResolveInfo, nodes: readonly FieldNode[]): Map<string, FieldNode[]> {
  const found = new Map<string, FieldNode[]>()
  const visit = (selection: SelectionNode): void => {
    if (selection.directives?.length && !isIncluded(info, selection)) return
    if (selection.kind === Kind.FIELD) {
      const same = found.get(selection.name.value)
      if (same) same.push(selection)
      else found.set(selection.name.value, [selection])
    } else {
      const fragment = selection.kind === Kind.INLINE_FRAGMENT ? selection : info.fragments[selection.name.value]
      fragment?.selectionSet.selections.forEach(visit)
    }
  }
  for (const node of nodes) node.selectionSet?.selections.forEach(visit)
  return found
}

/** The nodes at the end of a path of field names, for instance `['edges', 'node']`. */
export function nodesAt(
  info: GraphQLResolveInfo,
  nodes: readonly FieldNode[],
  path: readonly string[],
): readonly FieldNode[] {
  return path.reduce<readonly FieldNode[]>((at, name) => selectedFields(info, at).get(name) ?? [], nodes)
}

function isIncluded(info: GraphQLResolveInfo, selection: SelectionNode): boolean {
  return (
    getDirectiveValues(GraphQLSkipDirective, selection, info.variableValues)?.['if'] !== true &&
    getDirectiveValues(GraphQLIncludeDirective, selection, info.variableValues)?.['if'] !== false
  )
}
