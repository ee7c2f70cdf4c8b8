import { authClient, request } from 'kit'

/** The accounts that the user can sign in with; the password is the one of the provider `credential`. */
export const listAccounts = () => request(() => authClient.GET('/list-accounts'))
