import type { Language } from 'contract/languages.ts'
import { person } from '../person.ts'
import type { ProfileAccess } from '../provider.ts'

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

/** VK does not say whether the email is verified. */
export const vkUser = person({
  id: 'user.user_id',
  names: [['user.first_name', 'user.last_name'], 'user.email'],
  email: 'user.email',
  image: 'user.avatar',
})
