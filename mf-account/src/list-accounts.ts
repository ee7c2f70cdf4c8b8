import { authClient, request } from 'kit'

export const listAccounts = () => request(() => authClient.GET('/list-accounts'))
export const listPasskeys = () => request(() => authClient.GET('/passkey/list-user-passkeys'))
export const listProviders = () => request(() => authClient.GET('/social-providers'))
