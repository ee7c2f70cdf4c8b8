import { Kind, visit, type DirectiveNode, type DocumentNode, type SelectionNode, type ValueNode } from 'graphql'

/** The value of a variable by its name. */
type Variables = Readonly<Record<string, unknown>>

/** What of a document the compiler does not treat as graphql-js does. */
export interface Peculiarities {
  /** Something has the name of what every JavaScript object has. */
  readonly hasInheritedName: boolean
  /** The variables under `@skip` and `@include`. */
  readonly conditions: readonly string[]
  /** The variables within a list or an object that the document spells out. */
  readonly nested: readonly string[]
}

export function peculiarities(document: DocumentNode): Peculiarities {
  let hasInheritedName = false
  const conditions = new Set<string>()
  const nested = new Set<string>()
  visit(document, {
    Name: ({ value }) => {
      hasInheritedName ||= value in Object.prototype
    },
    Variable: ({ name }, _, __, ___, ancestors) => {
      const kinds = ancestors.map((ancestor) => 'kind' in ancestor && ancestor.kind)
      if (kinds.includes(Kind.DIRECTIVE)) conditions.add(name.value)
      else if (kinds.includes(Kind.LIST) || kinds.includes(Kind.OBJECT)) nested.add(name.value)
    },
  })
  return { hasInheritedName, conditions: [...conditions], nested: [...nested] }
}

/** The document as these variables make it: nothing that they leave out, and no `@skip` or `@include`. */
export function withoutConditions(document: DocumentNode, variables: Variables): DocumentNode {
  const decide = (selection: SelectionNode) => {
    if (!selection.directives?.length) return undefined
    return selection.directives.every((directive) => includes(directive, variables))
      ? { ...selection, directives: [] }
      : null
  }
  return visit(document, { Field: decide, InlineFragment: decide, FragmentSpread: decide })
}

function includes(directive: DirectiveNode, variables: Variables): boolean {
  const value = conditionOf(directive)
  const condition =
    value?.kind === Kind.VARIABLE ? variables[value.name.value] : value?.kind === Kind.BOOLEAN && value.value
  return condition === (directive.name.value === 'include')
}

/** The only argument of `@skip` and `@include`, which are the only directives that a query may carry. */
const conditionOf = (directive: DirectiveNode): ValueNode | undefined => directive.arguments?.[0]?.value
