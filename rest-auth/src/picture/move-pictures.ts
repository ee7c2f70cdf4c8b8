import type { Context } from '../context.ts'
import { repeat, type Repetition } from '../repeat.ts'
import { findAddressesToMove, moveAddresses, replaceAddress, type Holder } from './move-pictures.sql.ts'
import { addressOf, readDataAddress, storePicture } from './picture.ts'

/**
 * Takes a few pictures out of rows from before there was a table for them, or that `adopt` has copied; whether there may be
 * more. Each row is changed by itself, and only while it is as it was read: any number of instances may do so, and end in
 * the middle. What is no picture, or an address of more than 2 kB, is removed.
 */
export async function movePictures(ctx: Context): Promise<boolean> {
  const [users, organizations] = [await moveSome(ctx, 'user'), await moveSome(ctx, 'organization')]
  return users || organizations
}

async function moveSome(ctx: Context, holder: Holder): Promise<boolean> {
  const found = await findAddressesToMove(ctx, holder)
  for (const held of found) {
    const picture = readDataAddress(held.address)
    if (!picture) ctx.log.warn({ [holder]: held.id }, 'what stood in the place of a picture is none, and was removed')
    const address = picture && (await storePicture(ctx, picture))
    await replaceAddress(ctx, holder, held, { address, picture: picture?.hash ?? null })
  }
  return found.length > 0
}

/** Lets some of our own addresses follow AUTH_URL; whether there may be more. Reads all rows that have a picture. */
export async function followAddress(ctx: Context): Promise<boolean> {
  const prefix = addressOf(ctx.config, '')
  const [users, organizations] = [
    await moveAddresses(ctx, 'user', prefix),
    await moveAddresses(ctx, 'organization', prefix),
  ]
  return users || organizations
}

const hour = 3_600_000

/**
 * Moves what there is, and looks every ten minutes whether instances of before or `adopt` have brought more. AUTH_URL changes with
 * a restart only, so its addresses are looked for until instances with another one must be gone.
 */
export function startMovingPictures(ctx: Context): Repetition {
  const started = ctx.steady()
  return repeat(ctx, 'moving pictures', 600_000, async () => {
    const moved = await movePictures(ctx)
    const followed = ctx.steady() - started < hour && (await followAddress(ctx))
    return moved || followed
  })
}
