import { createHash } from 'node:crypto'
import { z } from 'zod'

export const demoPerson = z.object({
  name: z.string(),
  email: z.string().nullable(),
  verified: z.boolean(),
  picture: z.string().nullable(),
})
export type DemoPerson = z.infer<typeof demoPerson>

export const demoPeople: Readonly<Record<string, DemoPerson>> = {
  ada: { name: 'Ada Lovelace', email: 'ada@example.com', verified: true, picture: null },
  alan: { name: 'Alan Turing', email: 'alan@example.com', verified: true, picture: null },
  grace: { name: 'Grace Hopper', email: 'grace@example.com', verified: false, picture: null },
  nobody: { name: 'Nobody Without-Mail', email: null, verified: false, picture: null },
}

/** Returns a predefined person, or the one typed in. */
export function choosePerson({ person = '', name, email, verified, picture }: Record<string, string>): DemoPerson {
  const typed = { name: name || email || 'Somebody', email: email || null, verified: verified === 'true' }
  return demoPeople[person] ?? { ...typed, picture: picture || null }
}

const digest = (person: DemoPerson): string =>
  createHash('sha256')
    .update(JSON.stringify([person.name, person.email]))
    .digest('hex')

// A person has the same ids on every run.
export const numberOf = (person: DemoPerson): number => Number.parseInt(digest(person).slice(0, 8), 16)
export const textIdOf = (person: DemoPerson): string => digest(person).slice(0, 24)
export const uuidOf = (person: DemoPerson): string =>
  digest(person).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*/, '$1-$2-$3-$4-$5')
export const handleOf = (person: DemoPerson): string => person.name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_')
