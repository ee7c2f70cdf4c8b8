import { z } from 'zod'
import type { Visitor } from './visitor.ts'

const made = z.object({ id: z.string(), key: z.string() })

/** By REST. Ids of organizations are those of REST, too. */
export async function makeKey(owner: Visitor, input: object): Promise<z.infer<typeof made>> {
  return made.parse((await owner.rest('POST', '/api-key/create', input)).body)
}
