/** By the first letter of the global id. */
const kinds = { O: 'Organization', M: 'Member', T: 'Team', I: 'Invitation', U: 'User' } as const
type Letter = keyof typeof kinds
export type NodeKind = (typeof kinds)[Letter]

export const globalId = (letter: Letter, id: string): string => `${letter}_${id}`

const isLetter = (text: string): text is Letter => text in kinds

export function parseGlobalId(text: string): { kind: NodeKind; id: string } | null {
  const [, letter = '', id = ''] = /^([A-Z])_([\w-]+)$/.exec(text) ?? []
  return isLetter(letter) ? { kind: kinds[letter], id } : null
}

/** Returns rest-auth's id. An invalid id becomes one that no object has. */
export function localId(kind: NodeKind, text: string): string {
  const parsed = parseGlobalId(text)
  return parsed?.kind === kind ? parsed.id : 'none'
}
