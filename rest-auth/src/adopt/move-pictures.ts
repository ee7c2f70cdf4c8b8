import type { Context } from '../context.ts'
import { readDataUrl, storePicture } from '../picture/picture.ts'
import { nextHeldPicture, replaceUrl } from './held-pictures.sql.ts'

/** Gives pictures in better-auth's rows our own URLs, and removes unsupported ones. */
export async function movePictures(tx: Context, print: (line: string) => void): Promise<void> {
  for (const holder of ['user', 'organization'] as const) {
    // One at a time, because each can have hundreds of kilobytes.
    for (let held = await nextHeldPicture(tx, holder, ''); held; held = await nextHeldPicture(tx, holder, held.id)) {
      const picture = await readDataUrl(held.address)
      if (!picture) print(`  picture of ${holder} "${held.id}" was removed: its format is not supported`)
      await replaceUrl(tx, holder, held.id, picture && (await storePicture(tx, picture)))
    }
  }
}
