import type { Result, FormError } from 'kit'
import { refusalOf } from 'kit/graphql'

type Payload = Record<string, { userErrors: { code: string }[]; isEmailSent?: boolean }>
export type Call<Item> = (item: Item) => Promise<Result<Payload>>

/** Not a refusal: the invitation is open, but its email was not sent. */
export const noEmailSent = 'NO_EMAIL_SENT'

export function failureOf(response: Result<Payload>): FormError | null {
  const [payload] = Object.values(response.data ?? {})
  return refusalOf(response) ?? (payload?.isEmailSent === false ? { code: noEmailSent } : null)
}

export interface Outcome<Item> {
  done: Item[]
  refused: { item: Item; refusal: FormError }[]
  /** Not attempted, because of `stop`: a rate limit, no connection or no session. */
  rest: Item[]
  stop: FormError | null
}

interface Options<Item> {
  /** Asks for a recent sign-in if a call needs one, then repeats it. Returns its refusal. */
  freshly?: (act: () => Promise<FormError | null>) => Promise<FormError | null>
  /** `refusal` is null on success. */
  onStep?: (item: Item, refusal: FormError | null) => void
  isWanted?: () => boolean
}

/** Stops at an error that all further calls would get as well. */
export async function sequentially<Item>(
  items: readonly Item[],
  call: Call<Item>,
  { freshly = (act) => act(), onStep, isWanted = () => true }: Options<Item> = {},
): Promise<Outcome<Item>> {
  const outcome: Outcome<Item> = { done: [], refused: [], rest: [], stop: null }
  for (const [index, item] of items.entries()) {
    if (!isWanted()) return { ...outcome, rest: items.slice(index) }
    let isStopped = false
    const refusal = await freshly(async () => {
      const response = await call(item)
      isStopped = response.error !== null
      return failureOf(response)
    })
    if (refusal && (isStopped || refusal.code === 'SESSION_IS_NOT_FRESH')) {
      return { ...outcome, rest: items.slice(index), stop: refusal }
    }
    if (refusal) outcome.refused.push({ item, refusal })
    else outcome.done.push(item)
    onStep?.(item, refusal)
  }
  return outcome
}
