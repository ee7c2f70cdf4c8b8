import { authClient, request } from 'kit'

export const findStatus = () => request(() => authClient.GET('/two-factor/status'))

export type TwoFactorStatus = NonNullable<Awaited<ReturnType<typeof findStatus>>['data']>
