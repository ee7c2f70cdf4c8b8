import { authClient, request } from 'kit'

export const listAccounts = () => request(() => authClient.GET('/list-accounts'))
export const listProviders = () => request(() => authClient.GET('/social-providers'))
