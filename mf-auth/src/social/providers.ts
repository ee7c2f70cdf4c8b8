import { authClient, request } from 'kit'

/** In development, demo providers with the same names. */
export const listProviders = () => request(() => authClient.GET('/social-providers'))

export type Provider = NonNullable<Awaited<ReturnType<typeof listProviders>>['data']>[number]
