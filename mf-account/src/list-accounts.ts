import { authClient, request } from 'kit'

export const listAccounts = () => request(() => authClient.GET('/list-accounts'))
export const listPasskeys = () => request(() => authClient.GET('/passkey/list-user-passkeys'))
export type Passkey = NonNullable<Awaited<ReturnType<typeof listPasskeys>>['data']>[number]
export const listProviders = () => request(() => authClient.GET('/social-providers'))
