import type { KeyObject } from 'node:crypto'
import { z } from 'zod'
import type { Build } from '../build/version-document.ts'
import { CommandError } from './command-error.ts'
import type { RegistryClient } from './command.ts'
import { encodeFiles, signDocument } from './sign.ts'

/** Returns a function that sends a build to a preview, with new files only, and counts the bytes. */
export function createSender(client: RegistryClient, id: string, key: KeyObject) {
  const sent = new Map<string, string>()
  /** @throws CommandError if the preview has ended */
  return async function send({ document, files }: Pick<Build, 'document' | 'files'>): Promise<number> {
    const entries = Object.entries(document.files)
    const fresh = entries.filter(([path, { integrity }]) => sent.get(path) !== integrity)
    const hashes = fresh.map(([, { integrity }]) => integrity)
    const request = { ...signDocument(JSON.stringify(document), key), files: encodeFiles(files, hashes) }
    try {
      await client.send('PUT', `/registry/previews/${id}/build`, request, z.object({ build: z.number() }))
    } catch (error) {
      if (!(error instanceof CommandError) || error.code !== 'FILES_MISSING' || sent.size === 0) throw error
      // The preview drops files that recent builds have not used.
      sent.clear()
      return send({ document, files })
    }
    for (const [path, { integrity }] of entries) sent.set(path, integrity)
    return fresh.reduce((sum, [, { bytes }]) => sum + bytes, 0)
  }
}
