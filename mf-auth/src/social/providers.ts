import { authClient, request } from 'kit'

/** Those that this installation has configured; in development invented ones with the same names. */
export const listProviders = () => request(() => authClient.GET('/social-providers'))

export type Provider = NonNullable<Awaited<ReturnType<typeof listProviders>>['data']>[number]
