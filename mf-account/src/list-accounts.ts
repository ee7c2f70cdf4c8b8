import { authClient, request } from 'kit'

export const listAccounts = () => request(() => authClient.GET('/list-accounts'))
