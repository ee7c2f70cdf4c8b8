import type { KeyObject } from 'node:crypto'
import { z } from 'zod'
import type { Build } from '../build/version-document.ts'
import { CommandError } from './command-error.ts'
import type { RegistryClient } from './registry-client.ts'
import { signDocument } from './sign.ts'

/** Sends builds to a preview, each with new files only. */
export class Sender {
  readonly #client: RegistryClient
  readonly #path: string
  readonly #key: KeyObject
  readonly #sent = new Map<string, string>()

  constructor(client: RegistryClient, id: string, key: KeyObject) {
    this.#client = client
    this.#path = `/registry/previews/${id}/build`
    this.#key = key
  }

  /** Returns the number of sent bytes. @throws CommandError if the preview has ended */
  async send({ document, files }: Build): Promise<number> {
    const entries = Object.entries(document.files)
    const fresh = entries.filter(([path, { integrity }]) => this.#sent.get(path) !== integrity)
    const contents = fresh.flatMap(([, { integrity }]) => {
      const content = files.get(integrity)
      return content ? [[integrity, content.toString('base64')] as const] : []
    })
    const request = { ...signDocument(JSON.stringify(document), this.#key), files: Object.fromEntries(contents) }
    try {
      await this.#client.send('PUT', this.#path, request, z.object({ build: z.number() }))
    } catch (error) {
      if (!(error instanceof CommandError) || error.code !== 'FILES_MISSING' || this.#sent.size === 0) throw error
      // The preview drops files that recent builds have not used.
      this.#sent.clear()
      return this.send({ document, files, bundled: [], texts: [] })
    }
    for (const [path, { integrity }] of entries) this.#sent.set(path, integrity)
    return fresh.reduce((sum, [, { bytes }]) => sum + bytes, 0)
  }
}
