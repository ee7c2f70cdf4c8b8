import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

export const signedVersion = z.object({
  name: z.string(),
  version: z.string(),
  signed: z.string(),
  signature: z.string(),
  publicKey: z.string(),
})

const keptState = z.object({
  revision: z.number(),
  channels: z
    .array(
      z.object({
        name: z.string(),
        channel: z.string(),
        version: z.string().nullable(),
        canary: z.string().nullable(),
        percent: z.number(),
        before: z.string().nullable(), // the version to which a rollback would return
        movedAt: z.string().optional(), // missing in files of 2.1
      }),
    )
    .readonly(),
  unpublished: z.array(z.string()).readonly(), // unpublished versions as `name@version`
  services: z.record(z.string(), z.string()).readonly(),
  // Granted origins by remote, such as `connect https://api.example.com`.
  grants: z.record(z.string(), z.array(z.string()).readonly()).readonly(),
  versions: z.array(signedVersion),
})

/** The last known state, for a start while the database is down. */
type KeptState = z.infer<typeof keptState>
export type ChannelState = Omit<KeptState, 'versions'>
export type LiveChannel = ChannelState['channels'][number]
export type SignedVersion = z.infer<typeof signedVersion>

const fileIn = (folder: string): string => join(folder, 'state.json')

export async function readKeptState(folder: string): Promise<KeptState | null> {
  if (!existsSync(fileIn(folder))) return null
  return keptState.parse(JSON.parse(await readFile(fileIn(folder), 'utf8')))
}

/** Atomic, because other servers may share the folder. */
export async function keepState(folder: string, state: KeptState): Promise<void> {
  const draft = join(folder, `.${randomUUID()}`)
  await writeFile(draft, JSON.stringify(state))
  await rename(draft, fileIn(folder))
}
