/** The kinds of objects that have global ids, by the letter that their ids begin with. */
const kinds = { O: 'Organization', M: 'Member', T: 'Team', I: 'Invitation', U: 'User' } as const
type Letter = keyof typeof kinds
export type NodeKind = (typeof kinds)[Letter]

/** Any object with a global id, and which kind it is. */
export type NodeSource = { readonly __typename: NodeKind } & object

/**
 * Global ids are opaque to clients (https://graphql.org/learn/global-object-identification/): a letter for the kind, then
 * the id of rest-auth.
 */
export function globalId(letter: Letter, id: string): string {
  return `${letter}_${id}`
}

const isLetter = (text: string): text is Letter => text in kinds

/** Null when it has not the form of a global id. */
export function parseGlobalId(text: string): { kind: NodeKind; id: string } | null {
  const [, letter = '', id = ''] = /^([A-Z])_([\w-]+)$/.exec(text) ?? []
  return isLetter(letter) ? { kind: kinds[letter], id } : null
}

/**
 * rest-auth's id of an object of this kind. An id of another kind, and one that is none, becomes an id that no object has,
 * so that the answer is the same as for an absent one.
 */
export function localId(kind: NodeKind, text: string): string {
  const parsed = parseGlobalId(text)
  return parsed?.kind === kind ? parsed.id : 'none'
}
