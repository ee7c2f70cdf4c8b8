/** By the first letter of the global id. */
const kinds = { O: 'Organization', M: 'Member', T: 'Team', I: 'Invitation', U: 'User' } as const
type Letter = keyof typeof kinds
export type NodeKind = (typeof kinds)[Letter]

/** Global ids are opaque to clients (https://graphql.org/learn/global-object-identification/). */
export const globalId = (letter: Letter, id: string): string => `${letter}_${id}`

const isLetter = (text: string): text is Letter => text in kinds

/** Returns null for text that is not a global id. */
export function parseGlobalId(text: string): { kind: NodeKind; id: string } | null {
  const [, letter = '', id = ''] = /^([A-Z])_([\w-]+)$/.exec(text) ?? []
  return isLetter(letter) ? { kind: kinds[letter], id } : null
}

/** Returns rest-auth's id. For anything else returns an id that no object has, so that it looks like an absent object. */
export function localId(kind: NodeKind, text: string): string {
  const parsed = parseGlobalId(text)
  return parsed?.kind === kind ? parsed.id : 'none'
}
