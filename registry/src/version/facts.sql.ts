import type { VersionDocument } from 'contract/registry.ts'
import type { RegistryContext } from '../context.ts'

type LiveVersion = Pick<VersionDocument, 'name' | 'version' | 'description' | 'uses' | 'kit'> & {
  readonly isPublic: boolean
  readonly publicKey: string
}

export function findLive({ db }: RegistryContext): Promise<LiveVersion[]> {
  return db.read<LiveVersion[]>`
    select v."name", v."version", v."document" -> 'description' as "description", v."document" -> 'uses' as "uses",
      v."document" ->> 'kit' as "kit", v."publicKey", bool_or(c."channel" = 'stable') as "isPublic"
    from "channel" c join "version" v on v."name" = c."name" and v."version" in (c."version", c."canary")
    group by v."name", v."version" order by v."name", v."version"`
}

/** Keeps others from changing what is live until the transaction ends. */
export async function holdLive({ db }: RegistryContext): Promise<void> {
  await db.write`select from "revision" for update`
}
