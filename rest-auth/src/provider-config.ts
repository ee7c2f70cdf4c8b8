import { createPrivateKey } from 'node:crypto'
import { z } from 'zod'

/** In the order in which they are listed; the sign-in page has the same. */
export const providerIds = [
  'google', 'github', 'microsoft', 'apple', 'discord', 'facebook', 'linkedin', 'twitter', 'gitlab',
  'spotify', 'twitch', 'zoom', 'dropbox', 'reddit', 'tiktok', 'kick', 'roblox', 'vk',
] as const // prettier-ignore
export type ProviderId = (typeof providerIds)[number]

export interface AppleKey {
  readonly teamId: string
  readonly keyId: string
  /** PKCS #8 in PEM: the `.p8` file from Apple's developer portal. */
  readonly privateKey: string
}

export interface ProviderCredentials {
  /** With commas: that of the website, then those of apps. */
  readonly clientId: string
  readonly clientSecret: string | AppleKey
  /** Null for the real provider. */
  readonly demoOrigin: string | null
}

type Providers = Partial<Record<ProviderId, ProviderCredentials>>
type Values = Readonly<Record<string, string | undefined>>
type Refuse = (name: string, problem: string) => void

const names = [
  ...providerIds.flatMap((id) => [`${id.toUpperCase()}_CLIENT_ID`, `${id.toUpperCase()}_CLIENT_SECRET`]),
  'TIKTOK_CLIENT_KEY',
  'APPLE_TEAM_ID',
  'APPLE_KEY_ID',
  'APPLE_PRIVATE_KEY',
]

export const providerSettings = z
  .object(Object.fromEntries(names.map((name) => [name, z.string().optional()])))
  .transform((values, check) => {
    const refuse: Refuse = (name, message) => check.addIssue({ code: 'custom', path: [name], message })
    const providers: Providers = {}
    for (const id of providerIds) {
      const client = readClient(id, values, refuse)
      if (client) providers[id] = { ...client, demoOrigin: null }
    }
    return { providers }
  })

/** `setting` replaces all providers. By default only those without a client get demo providers. */
export function withDemoProviders(configured: Providers, setting: string | undefined, builtIn: string): Providers {
  if (setting === 'off') return configured
  const demoOrigin = (setting ?? builtIn).replace(/\/$/, '')
  const providers: Providers = {}
  for (const id of providerIds) {
    const client = configured[id]
    providers[id] = client
      ? { ...client, demoOrigin: setting ? demoOrigin : null }
      : { clientId: `demo-${id}`, clientSecret: 'demo-secret', demoOrigin }
  }
  return providers
}

function readClient(id: ProviderId, values: Values, refuse: Refuse): Omit<ProviderCredentials, 'demoOrigin'> | null {
  const prefix = id.toUpperCase()
  const idName = id === 'tiktok' && !values['TIKTOK_CLIENT_ID'] ? 'TIKTOK_CLIENT_KEY' : `${prefix}_CLIENT_ID`
  const secretName = `${prefix}_CLIENT_SECRET`
  const clientId = values[idName]
  const clientSecret = values[secretName] ?? (id === 'apple' ? readAppleKey(values, refuse) : undefined)
  if (clientId && clientSecret) return { clientId, clientSecret }
  const otherwise = id === 'apple' ? ' (or set APPLE_TEAM_ID, APPLE_KEY_ID and APPLE_PRIVATE_KEY)' : ''
  if (clientId) refuse(secretName, `is missing, though ${idName} is set${otherwise}`)
  if (clientSecret) refuse(idName, `is missing, though ${prefix} has a secret`)
  return null
}

function readAppleKey(values: Values, refuse: Refuse): AppleKey | undefined {
  const { APPLE_TEAM_ID: teamId, APPLE_KEY_ID: keyId, APPLE_PRIVATE_KEY } = values
  if (!teamId || !keyId || !APPLE_PRIVATE_KEY) return undefined
  const privateKey = APPLE_PRIVATE_KEY.replaceAll(String.raw`\n`, '\n') // environment files have the text `\n` for line ends
  try {
    if (createPrivateKey(privateKey).asymmetricKeyType === 'ec') return { teamId, keyId, privateKey }
  } catch {}
  refuse('APPLE_PRIVATE_KEY', 'must be the text of the .p8 file from Apple')
  return undefined
}
