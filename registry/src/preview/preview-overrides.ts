import type { VersionDocument } from 'contract/registry.ts'
import { hashSecret } from 'service/secret.ts'
import type { RegistryContext } from '../context.ts'
import { isActive, type Preview, previewColumns } from './previews.ts'
import { parseDocument } from '../publish/parse-document.ts'
import type { Signed } from '../version/versions.sql.ts'
import { verifyDocument } from '../version/verify-document.ts'

export interface Override extends Preview {
  readonly document: VersionDocument
  readonly builds: number
}

type Running = Omit<Override, 'document'> & (Signed | Record<keyof Signed, null>)

/** The signed-in user's valid previews. Calls `findSignedInUser` only if the browser has any. */
export async function findOverrides(
  ctx: RegistryContext,
  browser: string,
  findSignedInUser: () => Promise<string | null>,
): Promise<Override[]> {
  // Includes previews of other users of the browser.
  const running = await ctx.db.read<Running[]>`
    select ${previewColumns}, p."builds", coalesce(p."signed", v."signed") as "signed",
      coalesce(p."signature", v."signature") as "signature", coalesce(p."publicKey", v."publicKey") as "publicKey" from "preview" p
    left join "version" v on v."name" = p."name" and v."version" = p."version"
    where p."browser" = ${hashSecret(browser)} and ${isActive(ctx)} order by p."name"`
  const userId = running.length > 0 ? await findSignedInUser() : null
  return running.flatMap(({ signed, signature, publicKey, ...preview }) => {
    if (preview.userId !== userId || signed === null || !verifyDocument(signed, signature, publicKey)) return []
    return { ...preview, document: parseDocument(signed) }
  })
}
