import type { Answer, FormError } from 'kit'
import { refusalOf } from 'kit/graphql'

type Payload = Record<string, { userErrors: { code: string }[]; isEmailSent?: boolean }>

/** Why an invitation went without an email, which is no refusal: it is open. */
export const withoutEmail = 'NO_EMAIL_SENT'

/** Why a call did not do all that was wanted. */
export function shortfallOf(answer: Answer<Payload>): FormError | null {
  const [payload] = Object.values(answer.data ?? {})
  return refusalOf(answer) ?? (payload?.isEmailSent === false ? { code: withoutEmail } : null)
}

export interface Outcome<Item> {
  done: Item[]
  refused: { item: Item; refusal: FormError }[]
  /** What was not tried any more, and why: too many at once, no connection, no session. */
  rest: Item[]
  stop: FormError | null
}

interface Options<Item> {
  /** Runs a call again after a question to the reader, if it needs a fresh session; answers its refusal. */
  freshly: (act: () => Promise<FormError | null>) => Promise<FormError | null>
  /** What came of one: null when it was done. */
  onStep?: (item: Item, refusal: FormError | null) => void
  /** Whether somebody still wants it. */
  isWanted?: () => boolean
}

/** Makes a call for each, one after the other. What no further call would get past stops it, so that nobody is asked in vain. */
export async function inTurn<Item>(
  items: readonly Item[],
  call: (item: Item) => Promise<Answer<Payload>>,
  { freshly, onStep, isWanted = () => true }: Options<Item>,
): Promise<Outcome<Item>> {
  const done: Item[] = []
  const refused: Outcome<Item>['refused'] = []
  for (const [index, item] of items.entries()) {
    if (!isWanted()) return { done, refused, rest: items.slice(index), stop: null }
    let isStopped = false
    const refusal = await freshly(async () => {
      const answer = await call(item)
      isStopped = answer.error !== null
      return shortfallOf(answer)
    })
    if (refusal && (isStopped || refusal.code === 'SESSION_IS_NOT_FRESH')) {
      return { done, refused, rest: items.slice(index), stop: refusal }
    }
    if (refusal) refused.push({ item, refusal })
    else done.push(item)
    onStep?.(item, refusal)
  }
  return { done, refused, rest: [], stop: null }
}
