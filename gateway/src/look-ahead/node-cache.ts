import { BREAK, visit, type ASTNode, type GraphQLResolveInfo } from 'graphql'

/**
 * Keeps what was computed from a node of a document, for all requests that send it: Apollo Server keeps parsed documents, so
 * the same text is the same node. The rule is "no variables": what one touches is computed each time.
 */
export class NodeCache<T> {
  readonly #known = new WeakMap<ASTNode, { readonly value: T } | 'varies'>()

  get(info: GraphQLResolveInfo, [node, another]: readonly ASTNode[], compute: () => T): T {
    if (!node || another) return compute() // merged with others, which may be different ones elsewhere
    const known = this.#known.get(node)
    if (known && known !== 'varies') return known.value
    const value = compute()
    if (!known) this.#known.set(node, usesVariables(info, node) ? 'varies' : { value })
    return value
  }
}

function usesVariables(info: GraphQLResolveInfo, node: ASTNode): boolean {
  let uses = false
  visit(node, {
    Variable: () => {
      uses = true
      return BREAK
    },
    FragmentSpread: ({ name }) => {
      const fragment = info.fragments[name.value]
      uses ||= fragment !== undefined && usesVariables(info, fragment)
    },
  })
  return uses
}
