import { z } from 'zod'
import type { Language } from '../../languages.ts'
import type { ProfileAccess } from '../provider.ts'
import * as field from '../profile-fields.ts'

/** From VK ID, parameter `lang_id`. */
export const vkLanguages: Record<Language, string> = {
  ru: '0',
  uk: '1',
  en: '3',
  es: '4',
  de: '6',
  pl: '15',
  fr: '16',
  tr: '82',
}

export async function vkProfile(access: ProfileAccess): Promise<unknown> {
  const body = new URLSearchParams({ access_token: access.accessToken, client_id: access.clientId })
  return access.json('https://id.vk.com/oauth2/user_info', { method: 'POST', headers: {}, body })
}

export const vkUser = z
  .object({
    user: z.object({
      user_id: field.id,
      first_name: field.name,
      last_name: field.name,
      email: field.email,
      avatar: field.image,
    }),
  })
  .transform(({ user }) => ({
    id: user.user_id,
    name: `${user.first_name} ${user.last_name}`.trim() || (user.email ?? ''),
    email: user.email,
    emailVerified: false, // VK has no such claim
    image: user.avatar,
  }))
