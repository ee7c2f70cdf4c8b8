import type { Context } from '../context.ts'
import { readDataAddress, storePicture } from '../picture/picture.ts'
import { nextHeldPicture, replaceAddress } from './held-pictures.sql.ts'

/**
 * Gives the pictures that better-auth keeps in its rows an address of ours. What is no picture of ours, and an address of
 * more than 2 kB, is removed, and `tell` names each.
 */
export async function movePictures(tx: Context, tell: (line: string) => void): Promise<void> {
  for (const holder of ['user', 'organization'] as const) {
    // One at a time, because each may have hundreds of kilobytes.
    for (let held = await nextHeldPicture(tx, holder, ''); held; held = await nextHeldPicture(tx, holder, held.id)) {
      const picture = readDataAddress(held.address)
      if (!picture) tell(`  picture of ${holder} "${held.id}" was removed: it cannot be shown here`)
      await replaceAddress(tx, holder, held.id, picture && (await storePicture(tx, picture)))
    }
  }
}
