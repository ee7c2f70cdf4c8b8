import type { PublishRequest } from 'contract/registry.ts'
import { changing, type RegistryContext } from '../context.ts'
import { keepBuildFiles, listBuildFiles, saveBuild, saveBuildFile } from './preview-builds.sql.ts'
import { integrityOf } from 'contract/integrity.ts'
import { parseDocument } from '../publish/parse-document.ts'
import { RegistryRefusal } from '../http/refusal.ts'
import { verifyDocument } from '../version/verify-document.ts'
import { findOwn, type Maker } from './previews.ts'

/** Pages that were opened before may still load what only earlier builds had. */
const keptBuilds = 20
const mostBytes = 64 * 2 ** 20

/**
 * Takes the next build of a preview for `npx remote dev`. It is signed like a version, and no version: no channel can name it, and it goes
 * with the preview. Answers how many builds there were.
 * @throws RegistryRefusal PREVIEW_NOT_FOUND, INVALID_VERSION, INVALID_SIGNATURE, KEY_MISMATCH, FILES_MISSING, LIMIT_REACHED
 */
export async function sendBuild(
  ctx: RegistryContext,
  id: string,
  request: PublishRequest,
  maker: Maker,
): Promise<number> {
  const preview = await findOwn(ctx, id, maker)
  const document = parseDocument(request.document)
  if (preview.version !== null || document.name !== preview.name)
    throw new RegistryRefusal('INVALID_VERSION', `This preview takes no builds of ${document.name}.`)
  if (!verifyDocument(request.document, request.signature, request.publicKey))
    throw new RegistryRefusal('INVALID_SIGNATURE', `The signature is not that of its key over this document.`)
  // Unlike a publish it makes no key the token's own.
  if (maker.publicKey && maker.publicKey !== request.publicKey)
    throw new RegistryRefusal(
      'KEY_MISMATCH',
      `This token publishes what is signed with another key. Sign with that one.`,
    )
  const take = async (tx: RegistryContext): Promise<number> => {
    const kept = new Map((await listBuildFiles(tx, id)).map((file) => [file.path, file]))
    const files = Object.entries(document.files)
    const changed = files.filter(([path, { integrity }]) => kept.get(path)?.integrity !== integrity)
    const missing = changed.flatMap(([path, { integrity }]) => (request.files[integrity] === undefined ? path : []))
    if (missing.length > 0)
      throw new RegistryRefusal('FILES_MISSING', `The content of ${missing.join(', ')} is missing. Send it, too.`, {
        paths: missing,
      })
    if (sizeOf([...kept.values()]) + sizeOf(changed.map(([, file]) => file)) > mostBytes)
      throw new RegistryRefusal(
        'LIMIT_REACHED',
        `The builds of one preview are 64 MB at most. Start "remote dev" again.`,
      )
    const { document: signed, signature, publicKey } = request
    const build = await saveBuild(tx, id, { signed, signature, publicKey })
    for (const [path, { integrity }] of changed) {
      const content = Buffer.from(request.files[integrity] ?? '', 'base64')
      if (integrityOf(content) !== integrity)
        throw new RegistryRefusal('INVALID_VERSION', `What was sent as ${path} has another content than it says.`)
      await saveBuildFile(tx, id, build, { path, integrity, content })
    }
    await keepBuildFiles(tx, id, { build, paths: files.map(([path]) => path), oldest: build - keptBuilds })
    return build
  }
  return changing(ctx, preview.name, maker, take)
}

const sizeOf = (files: { bytes: number }[]): number => files.reduce((sum, { bytes }) => sum + bytes, 0)
