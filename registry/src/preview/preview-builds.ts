import { firstRow, onlyRow, sql } from 'database/sql.ts'
import type { PublishRequest } from 'contract/registry.ts'
import { type Actor, runChange, type RegistryContext } from '../context.ts'
import { decodeFiles } from '../publish/published-files.ts'
import { checkQuota } from '../publish/publish.ts'
import { parseDocument } from '../publish/parse-document.ts'
import { refuseInvalidDocuments } from '../channel/fit.ts'
import { RegistryRefusal } from '../http/refusal.ts'
import { checkSignature } from '../version/verify-document.ts'
import { isActive, requireOwnPreview } from './previews.ts'

const retainedBuilds = 20 // open pages may still load files that only an earlier build has
const megabyte = 2 ** 20
/** For all retained builds together. Lower until a user has confirmed: anyone's link costs disk until then. */
const maxMegabytes = { confirmed: 64, unconfirmed: 8 }

/**
 * Stores the next build of a preview for `npx remote dev` and returns its number. A build is signed
 * like a version, but no channel can name it, and it is deleted with its preview.
 * @throws RegistryRefusal PREVIEW_NOT_FOUND, INVALID_VERSION, INVALID_KEY, INVALID_SIGNATURE,
 *   KEY_MISMATCH, CHECK_FAILED, FILES_MISSING, LIMIT_REACHED
 */
export async function sendBuild(
  ctx: RegistryContext,
  id: string,
  request: PublishRequest,
  creator: Actor,
): Promise<number> {
  const preview = await requireOwnPreview(ctx, id, creator.token?.id)
  const document = parseDocument(request.document)
  if (preview.version !== null || document.name !== preview.name)
    throw new RegistryRefusal('INVALID_VERSION', `This preview does not accept builds of ${document.name}.`)
  checkSignature(request)
  // Unlike a publish, a build does not bind the token to the key.
  if (creator.token?.publicKey && creator.token.publicKey !== request.publicKey)
    throw new RegistryRefusal('KEY_MISMATCH', 'This token is bound to another signing key. Sign with that key.')
  await refuseInvalidDocuments(ctx, document)
  const sent = new Map(decodeFiles(document, request.files).map(({ integrity, content }) => [integrity, content]))
  const store = async (tx: RegistryContext): Promise<number> => {
    const stored = new Map((await listBuildFiles(tx, id)).map((file) => [file.path, file]))
    const files = Object.entries(document.files)
    const changed = files.filter(([path, { integrity }]) => stored.get(path)?.integrity !== integrity)
    const missing = changed.flatMap(([path, { integrity }]) => (sent.has(integrity) ? [] : path))
    if (missing.length > 0)
      throw new RegistryRefusal('FILES_MISSING', `The content of ${missing.join(', ')} is missing. Send it as well.`, {
        paths: missing,
      })
    const added = totalBytes(changed.map(([, file]) => file))
    const max = preview.userId === null ? maxMegabytes.unconfirmed : maxMegabytes.confirmed
    if (totalBytes([...stored.values()]) + added > max * megabyte)
      throw new RegistryRefusal(
        'LIMIT_REACHED',
        preview.userId === null
          ? `The builds of an unconfirmed preview may have ${max} MB. Open the link and confirm, then send the build again.`
          : `The builds of this preview exceed ${max} MB. Restart "remote dev" to get a new preview.`,
      )
    await checkQuota(tx, preview.name, { versions: 0, bytes: added })
    const { document: signed, signature, publicKey } = request
    const { builds: build } = await onlyRow(tx.db.write<{ builds: number }[]>`
      update "preview" set ${sql({ signed, signature, publicKey })}, "builds" = "builds" + 1 where "id" = ${id} returning "builds"`)
    for (const [path, { integrity }] of changed) {
      const file = { integrity, content: sent.get(integrity) ?? null, build }
      await tx.db.write`
        insert into "preview_file" ${sql({ ...file, preview: id, path })}
        on conflict ("preview", "path") do update set ${sql(file)}`
    }
    await tx.db.write`
      update "preview_file" set "build" = ${build}
      where "preview" = ${id} and "path" = any(${files.map(([path]) => path)}::text[])`
    await tx.db.write`delete from "preview_file" where "preview" = ${id} and "build" < ${build - retainedBuilds}`
    return build
  }
  return runChange(ctx, preview.name, creator, store)
}

export function listBuildFiles({ db }: RegistryContext, preview: string) {
  return db.read<{ path: string; integrity: string; bytes: number }[]>`
    select "path", "integrity", length("content") as "bytes" from "preview_file" where "preview" = ${preview}`
}

/** Returns a file of a preview that this browser has confirmed. */
export function findBuildFile(ctx: RegistryContext, id: string, browser: Uint8Array, path: string) {
  return firstRow(ctx.db.read<{ content: Buffer }[]>`
    select f."content" from "preview_file" f join "preview" p on p."id" = f."preview"
    where p."id" = ${id} and p."browser" = ${browser} and f."path" = ${path} and ${isActive(ctx)}`)
}

const totalBytes = (files: { bytes: number }[]): number => files.reduce((sum, { bytes }) => sum + bytes, 0)
