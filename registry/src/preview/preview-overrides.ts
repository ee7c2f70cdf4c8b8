import type { VersionDocument } from 'contract/registry.ts'
import { hashSecret } from 'service/secret.ts'
import type { RegistryContext } from '../context.ts'
import { findRunningPreviews, type Preview } from './previews.sql.ts'
import { parseDocument } from '../publish/parse-document.ts'
import { verifyDocument } from '../version/verify-document.ts'

export interface Override extends Preview {
  readonly document: VersionDocument
  readonly builds: number
}

/** The signed-in user's valid previews. Calls `findSignedInUser` only if the browser has any. */
export async function findOverrides(
  ctx: RegistryContext,
  browser: string,
  findSignedInUser: () => Promise<string | null>,
): Promise<Override[]> {
  const running = await findRunningPreviews(ctx, hashSecret(browser))
  const userId = running.length > 0 ? await findSignedInUser() : null
  return running.flatMap(({ signed, signature, publicKey, ...preview }) => {
    if (preview.userId !== userId || signed === null || !verifyDocument(signed, signature, publicKey)) return []
    return { ...preview, document: parseDocument(signed) }
  })
}
