import { createRemoteJWKSet, customFetch, type RemoteJWKSet } from 'jose'
import type { Config } from '../config.ts'
import { providerIds, type ProviderCredentials, type ProviderId } from '../provider-config.ts'
import type { HttpsAddress, Provider } from './provider.ts'
import { requestProvider } from './provider-request.ts'
import { describeProviders } from './providers.ts'
import { appleClientSecret } from './quirks/apple.ts'

export type ConfiguredProvider = ReturnType<typeof configure>
export type Providers = ReadonlyMap<string, ConfiguredProvider>

/** Call it once, because each provider caches its signing keys. */
export function configureProviders(config: Config): Providers {
  const rows = describeProviders(config)
  return new Map(
    providerIds.flatMap((id) => {
      const credentials = config.providers[id]
      return credentials ? [[id, configure(id, rows[id], credentials, config)]] : []
    }),
  )
}

function configure(id: ProviderId, row: Provider, credentials: ProviderCredentials, config: Config) {
  const { clientSecret, demoOrigin } = credentials
  const [clientId = '', ...ofApps] = credentials.clientId.split(',').map((one) => one.trim())
  /** Applies the demo server's URL. */
  const reach = (address: HttpsAddress): URL =>
    new URL(demoOrigin ? address.replace('https://', `${demoOrigin}/`) : address)
  return {
    ...row,
    id,
    clientId,
    audience: [clientId, ...ofApps, ...(id === 'apple' ? config.APPLE_APP_BUNDLE_IDENTIFIER : [])],
    clientSecret: async (now: Date) =>
      typeof clientSecret === 'string' ? clientSecret : appleClientSecret(clientId, clientSecret, now),
    redirectUri: `${config.baseUrl}/callback/${id}`,
    demo: demoOrigin !== null,
    linkable:
      config.ACCOUNT_LINKING_ENABLED && (!row.neverVerifies || config.ACCOUNT_LINKING_TRUSTED_PROVIDERS.includes(id)),
    reach,
    keys: row.idToken ? remoteKeys(reach(row.idToken.keysUrl)) : null,
  }
}

const remoteKeys = (url: URL): RemoteJWKSet =>
  createRemoteJWKSet(url, {
    [customFetch]: async (address, { signal }) => {
      const { body } = await requestProvider(new URL(address), {}, signal)
      return new Response(new Uint8Array(body))
    },
  })
