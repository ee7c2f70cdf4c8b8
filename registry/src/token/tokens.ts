import { fixed, onlyRow, sql } from 'database/sql.ts'
import type { Right, Token } from 'contract/responses.ts'
import { hashSecret, randomSecret } from 'service/secret.ts'
import { addToLog } from '../log/log.sql.ts'
import { runChange, type Actor, type RegistryContext } from '../context.ts'
import { RegistryRefusal } from '../http/refusal.ts'

/** Lets secret scanners find tokens in commits and logs. */
export const tokenPrefix = 'rmt_'

const secretForm = /^rmt_[\w-]{43}$/
const maxUsableTokens = 100

const columns = fixed(
  `"id", "name", "label", to_jsonb("rights") as "rights", "publicKey", "createdBy", "createdAt", "expiresAt", "revokedAt"`,
)
const isUsable = ({ now }: RegistryContext) => sql`"revokedAt" is null and "expiresAt" > ${now()}`

export const nameOfToken = ({ id, label }: Token): string => `token ${id}${label === '' ? '' : ` (${label})`}`

export const adviseToken = (name: string, right?: Right): string =>
  `npm run remote -- token create --remote ${name}${right === undefined ? '' : ` --rights ${right}`}`

/** Returns the token with its secret, of which only a hash is stored. `expiresIn` is in seconds. */
export async function createToken(
  ctx: RegistryContext,
  { expiresIn, ...wanted }: Pick<Token, 'name' | 'label' | 'rights'> & { readonly expiresIn: number },
  actor: Actor,
): Promise<Token & { token: string }> {
  const secret = `${tokenPrefix}${randomSecret(32)}`
  const createdAt = ctx.now()
  const token: Token = {
    id: `rt_${randomSecret(9)}`,
    ...wanted,
    rights: [...new Set(wanted.rights)],
    publicKey: null,
    createdBy: actor.who,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + expiresIn * 1000),
    revokedAt: null,
  }
  await runChange(ctx, token.name, actor, async function insertToken(tx) {
    const { count } = await onlyRow(tx.db.read<{ count: number }[]>`
      select count(*)::int as "count" from "token" where "name" = ${token.name} and ${isUsable(tx)}`)
    if (count >= maxUsableTokens)
      throw new RegistryRefusal(
        'LIMIT_REACHED',
        `${token.name} already has ${maxUsableTokens} usable tokens, the maximum. Revoke unused ones: npm run remote -- token list`,
      )
    await tx.db.write`insert into "token" ${sql({ ...token, hash: hashSecret(secret) })}`
    await addToLog(tx, actor, { action: 'token', name: token.name, to: nameOfToken(token) })
  })
  return { ...token, token: secret }
}

/** @throws RegistryRefusal UNAUTHORIZED if it is unknown, revoked or expired */
export async function authenticate(ctx: RegistryContext, secret: string): Promise<Token> {
  // Malformed tokens never reach the database.
  const [token] = secretForm.test(secret)
    ? await ctx.db.read<Token[]>`select ${columns} from "token" where "hash" = ${hashSecret(secret)}`
    : []
  if (!token) throw unauthorized('This token is unknown. Check that it is complete and was created for this product.')
  const { name, revokedAt, expiresAt } = token
  const remedy = `An operator can create a new one with: ${adviseToken(name)}`
  if (revokedAt) throw unauthorized(`This token was revoked at ${revokedAt.toISOString()}. ${remedy}`)
  if (expiresAt <= ctx.now()) throw unauthorized(`This token expired at ${expiresAt.toISOString()}. ${remedy}`)
  return token
}

export function listTokens({ db }: RegistryContext, name: string | undefined): Promise<Token[]> {
  return db.read<Token[]>`
    select ${columns} from "token" where ${name ?? null}::text is null or "name" = ${name ?? null}
    order by "createdAt" desc, "id" limit 1000`
}

export const unauthorized = (message: string): RegistryRefusal => new RegistryRefusal('UNAUTHORIZED', message)

/**
 * Locks the token until the transaction ends, and binds it to the key of its first publish.
 * @throws RegistryRefusal UNAUTHORIZED if it was revoked meanwhile, KEY_MISMATCH
 */
export async function holdToken(tx: RegistryContext, { id, name }: Token, publicKey?: string): Promise<void> {
  const [token] = await tx.db.write<Token[]>`
    select ${columns} from "token" where "id" = ${id} and ${isUsable(tx)} for no key update`
  if (!token)
    throw unauthorized(
      `This token has just been revoked or has expired. An operator can create a new one with: ${adviseToken(name)}`,
    )
  if (publicKey === undefined || token.publicKey === publicKey) return
  requireKey(token, publicKey)
  await tx.db.write`update "token" set "publicKey" = ${publicKey} where "id" = ${id}`
}

/** @throws RegistryRefusal KEY_MISMATCH if the token is bound to another key */
export function requireKey(token: Token, publicKey: string): void {
  if (token.publicKey === null || token.publicKey === publicKey) return
  throw new RegistryRefusal(
    'KEY_MISMATCH',
    `${nameOfToken(token)} is bound to the signing key ${token.publicKey}, but this version is signed with ${publicKey}. ` +
      `Sign with the first key (REMOTE_KEY, or .remote/key.pem), or ask an operator for a new token: ${adviseToken(token.name)}`,
    { expected: token.publicKey, got: publicKey },
  )
}

/** Waits for transactions that use the token. */
export function revokeToken(ctx: RegistryContext, id: string, actor: Actor): Promise<Token> {
  return ctx.database.begin(async function revoke(db) {
    const tx = { ...ctx, db }
    const [token] = await db.write<Token[]>`
      update "token" set "revokedAt" = coalesce("revokedAt", ${ctx.now()}) where "id" = ${id} returning ${columns}`
    if (!token)
      throw new RegistryRefusal(
        'TOKEN_NOT_FOUND',
        `There is no token ${id}. List token ids with: npm run remote -- token list`,
      )
    await addToLog(tx, actor, { action: 'revoke', name: token.name, from: nameOfToken(token) })
    return token
  })
}

export async function missingRight(ctx: RegistryContext, token: Token, right: Right): Promise<RegistryRefusal> {
  const others = await ctx.db.read<Token[]>`
    select ${columns} from "token" where "name" = ${token.name} and ${right} = any("rights") and ${isUsable(ctx)}
    order by "createdAt" desc, "id" limit 10`
  const who = ['operators', ...others.map(nameOfToken)].join(', ')
  return new RegistryRefusal(
    'FORBIDDEN',
    `${nameOfToken(token)} lacks the right "${right}" for ${token.name}. These have it: ${who}. ` +
      `An operator can create a token with it: ${adviseToken(token.name, right)}`,
    { right, who: others.map(({ id, label }) => ({ id, label })) },
  )
}
