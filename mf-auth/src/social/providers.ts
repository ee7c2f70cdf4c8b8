/** In the order in which they are offered. Their icons are in kit/provider-icons.css. */
const names = {
  google: 'Google',
  github: 'GitHub',
  microsoft: 'Microsoft',
  apple: 'Apple',
  discord: 'Discord',
  facebook: 'Facebook',
  linkedin: 'LinkedIn',
  twitter: 'X',
  gitlab: 'GitLab',
  spotify: 'Spotify',
  twitch: 'Twitch',
  zoom: 'Zoom',
  dropbox: 'Dropbox',
  reddit: 'Reddit',
  tiktok: 'TikTok',
  kick: 'Kick',
  roblox: 'Roblox',
  vk: 'VK',
}

export type Provider = (typeof providers)[number]

export const providers = Object.entries(names).map(([id, name]) => ({ id, name, fact: `provider-${id}` }))
