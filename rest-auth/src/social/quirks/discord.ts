import { z } from 'zod'
import * as field from '../profile-fields.ts'

/** Avatars are named by hash, with numbered defaults (Discord reference, "Image formatting"). */
export const discordUser = z
  .object({
    id: field.id.pipe(z.string().regex(/^\d+$/)),
    username: field.name,
    global_name: field.name,
    discriminator: z.string().catch('0'),
    avatar: z.string().regex(/^\w+$/).nullable().catch(null),
    email: field.email,
    verified: field.claim,
  })
  .transform(({ id, username, global_name, discriminator, avatar, email, verified }) => ({
    id,
    name: global_name || username,
    email,
    emailVerified: verified,
    image: avatar
      ? `https://cdn.discordapp.com/avatars/${id}/${avatar}.${avatar.startsWith('a_') ? 'gif' : 'png'}`
      : `https://cdn.discordapp.com/embed/avatars/${defaultPicture(id, discriminator)}.png`,
  }))

const defaultPicture = (id: string, discriminator: string): number =>
  /^0?$|\D/.test(discriminator) ? Number((BigInt(id) >> 22n) % 6n) : Number(discriminator) % 5
