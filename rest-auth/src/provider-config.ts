import { createPrivateKey } from 'node:crypto'
import type { Environment } from 'service/environment.ts'

/** The social providers of the product, by their ids on the wire. */
export const providerIds = [
  'apple', 'discord', 'facebook', 'github', 'microsoft', 'google', 'spotify', 'twitch', 'twitter',
  'dropbox', 'kick', 'linkedin', 'gitlab', 'tiktok', 'reddit', 'roblox', 'vk', 'zoom',
] as const // prettier-ignore
export type ProviderId = (typeof providerIds)[number]

/** What Apple makes client secrets from. */
export interface AppleKey {
  readonly teamId: string
  readonly keyId: string
  /** PKCS #8 in PEM: the `.p8` file of Apple's developer portal. */
  readonly privateKey: string
}

/** The product as a client of one provider. */
export interface ProviderCredentials {
  readonly clientId: string
  readonly clientSecret: string | AppleKey
  /** The server that stands in for the provider's hosts (never in production), or null for the real ones. */
  readonly demoOrigin: string | null
}

/** The providers that the environment configures, outside production the others too, as demo providers; and what is wrong, in plain words. */
export function readProviders(
  env: Environment,
  demo: { production: boolean; builtIn: string },
): { providers: Partial<Record<ProviderId, ProviderCredentials>>; faults: string[] } {
  const faults: string[] = []
  const setting = env['SOCIAL_DEMO_ORIGIN']
  if (setting && demo.production) faults.push('SOCIAL_DEMO_ORIGIN: must not be set in production')
  if (setting && setting !== 'off' && !isOrigin(setting))
    faults.push('SOCIAL_DEMO_ORIGIN: must be an http:// address or "off"')
  const demoOrigin = demo.production || setting === 'off' ? null : (setting ?? demo.builtIn).replace(/\/$/, '')

  const providers: Partial<Record<ProviderId, ProviderCredentials>> = {}
  for (const id of providerIds) {
    const client = readClient(id, env, faults)
    if (client) providers[id] = { ...client, demoOrigin: setting ? demoOrigin : null }
    else if (demoOrigin) providers[id] = { clientId: `demo-${id}`, clientSecret: 'demo-secret', demoOrigin }
  }
  return { providers, faults }
}

const isOrigin = (text: string): boolean => URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol)

function readClient(
  id: ProviderId,
  env: Environment,
  faults: string[],
): Omit<ProviderCredentials, 'demoOrigin'> | null {
  const prefix = id.toUpperCase()
  const idName = id === 'tiktok' && !env['TIKTOK_CLIENT_ID'] ? 'TIKTOK_CLIENT_KEY' : `${prefix}_CLIENT_ID`
  const clientId = env[idName]
  const clientSecret = env[`${prefix}_CLIENT_SECRET`] ?? (id === 'apple' ? readAppleKey(env, faults) : undefined)
  if (clientId && clientSecret) return { clientId, clientSecret }
  if (clientId) faults.push(`${prefix}_CLIENT_SECRET: is missing, though ${idName} is set${id === 'apple' ? ' (or set APPLE_TEAM_ID, APPLE_KEY_ID and APPLE_PRIVATE_KEY)' : ''}`) // prettier-ignore
  if (clientSecret) faults.push(`${idName}: is missing, though ${prefix} has a secret`)
  return null
}

function readAppleKey(env: Environment, faults: string[]): AppleKey | undefined {
  const { APPLE_TEAM_ID: teamId, APPLE_KEY_ID: keyId, APPLE_PRIVATE_KEY } = env
  if (!teamId || !keyId || !APPLE_PRIVATE_KEY) return undefined
  const privateKey = APPLE_PRIVATE_KEY.replaceAll(String.raw`\n`, '\n') // line ends, as one-line environments write them
  try {
    if (createPrivateKey(privateKey).asymmetricKeyType === 'ec') return { teamId, keyId, privateKey }
  } catch {
    // said below
  }
  faults.push('APPLE_PRIVATE_KEY: must be the text of the .p8 file from Apple')
  return undefined
}
