import { z } from 'zod'

/** A provider account, or a password (`credential`). Tokens are encrypted. */
export const accountSchema = z.object({
  id: z.string(),
  providerId: z.string(),
  accountId: z.string(),
  userId: z.string(),
  accessToken: z.string().nullable(),
  refreshToken: z.string().nullable(),
  idToken: z.string().nullable(),
  accessTokenExpiresAt: z.date().nullable(),
  refreshTokenExpiresAt: z.date().nullable(),
  scope: z.string().nullable(),
  password: z.string().nullable(),
  createdAt: z.date(),
  updatedAt: z.date(),
})
export type Account = z.infer<typeof accountSchema>
export type NewAccount = Partial<Account> & Pick<Account, 'id' | 'providerId' | 'accountId' | 'userId'>

/** By row id if `providerId` is absent, as clients of 1.7 do. Each call says what `accountId` is otherwise. */
export const accountChoice = z
  .object({ providerId: z.string().optional(), accountId: z.string().optional() })
  .refine(({ providerId, accountId }) => providerId !== undefined || accountId, 'Needs providerId or accountId')
export type AccountChoice = z.infer<typeof accountChoice>

/** The providerId of password accounts. Their accountId is the user's id. */
export const credentialProvider = 'credential'

export const scopesOf = (account: Account): string[] => account.scope?.split(',').filter(Boolean) ?? []
