import type { Right, Token } from 'contract/responses.ts'
import { hashSecret, randomSecret } from 'service/secret.ts'
import { addToLog } from '../log/log.sql.ts'
import { changing, type Actor, type RegistryContext } from '../context.ts'
import { RegistryRefusal } from '../http/refusal.ts'
import {
  bindToken,
  countUsableTokens,
  findTokenByHash,
  insertToken,
  listTokensWith,
  lockToken,
  revokeToken,
} from './tokens.sql.ts'

/** Of every token's secret, for programs that look for secrets in what is committed or logged. */
export const tokenPrefix = 'rmt_'

const secretForm = /^rmt_[\w-]{43}$/
const usableAtMost = 100

export const nameOfToken = ({ id, label }: Token): string => `token ${id}${label === '' ? '' : ` (${label})`}`

export const wayToToken = (name: string, right?: Right): string =>
  `npm run remote -- token create --remote ${name}${right === undefined ? '' : ` --rights ${right}`}`

interface NewToken {
  readonly name: string
  readonly label: string
  readonly rights: Right[]
  /** Seconds. */
  readonly expiresIn: number
}

/**
 * A token for one remote, with its secret, which is nowhere kept.
 * @throws RegistryRefusal LIMIT_REACHED
 */
export async function createToken(
  ctx: RegistryContext,
  { expiresIn, ...wanted }: NewToken,
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
  await changing(ctx, token.name, actor, async (tx) => {
    if ((await countUsableTokens(tx, token.name)) >= usableAtMost)
      throw new RegistryRefusal(
        'LIMIT_REACHED',
        `${token.name} has ${usableAtMost} tokens that can be used. Revoke those that nobody needs: npm run remote -- token list`,
      )
    await insertToken(tx, token, hashSecret(secret))
    await addToLog(tx, actor, { action: 'token', name: token.name, to: nameOfToken(token) })
  })
  return { ...token, token: secret }
}

/**
 * Whose secret it is.
 * @throws RegistryRefusal UNAUTHORIZED when it is nobody's, or its time is over
 */
export async function authenticate(ctx: RegistryContext, secret: string): Promise<Token> {
  // What has another form costs no look into the database.
  const token = secretForm.test(secret) ? await findTokenByHash(ctx, hashSecret(secret)) : undefined
  if (!token) throw unauthorized('This token is not known here. Look whether it is whole, and made for this product.')
  const { name, revokedAt, expiresAt } = token
  const anew = `An operator makes another one: ${wayToToken(name)}`
  if (revokedAt) throw unauthorized(`This token was revoked at ${revokedAt.toISOString()}. ${anew}`)
  if (expiresAt <= ctx.now()) throw unauthorized(`This token expired at ${expiresAt.toISOString()}. ${anew}`)
  return token
}

export const unauthorized = (message: string): RegistryRefusal => new RegistryRefusal('UNAUTHORIZED', message)

/**
 * In the transaction that the token allows: it stays good until the end, and with the key of a publish belongs to that key alone. Of two
 * first publishes with different keys the second one is refused.
 * @throws RegistryRefusal UNAUTHORIZED when it was revoked meanwhile, KEY_MISMATCH
 */
export async function holdToken(tx: RegistryContext, { id, name }: Token, publicKey?: string): Promise<void> {
  const token = await lockToken(tx, id)
  if (!token)
    throw unauthorized(
      `This token has just been revoked, or expired. An operator makes another one: ${wayToToken(name)}`,
    )
  if (publicKey === undefined || token.publicKey === publicKey) return
  if (token.publicKey !== null)
    throw new RegistryRefusal(
      'KEY_MISMATCH',
      `${nameOfToken(token)} publishes what is signed with the key ${token.publicKey}, and this is signed with ${publicKey}. ` +
        `Sign with that key (REMOTE_KEY, or .remote/key.pem), or let an operator make a token for this one: ${wayToToken(name)}`,
      { expected: token.publicKey, got: publicKey },
    )
  await bindToken(tx, id, publicKey)
}

export async function endToken(ctx: RegistryContext, id: string, actor: Actor): Promise<Token> {
  return ctx.database.begin(async (db) => {
    const tx = { ...ctx, db }
    const token = await revokeToken(tx, id)
    if (!token)
      throw new RegistryRefusal(
        'TOKEN_NOT_FOUND',
        `There is no token ${id}. npm run remote -- token list tells their ids.`,
      )
    await addToLog(tx, actor, { action: 'revoke', name: token.name, from: nameOfToken(token) })
    return token
  })
}

export async function missingRight(ctx: RegistryContext, token: Token, right: Right): Promise<RegistryRefusal> {
  const others = await listTokensWith(ctx, token.name, right)
  const who = ['operators', ...others.map(nameOfToken)].join(', ')
  return new RegistryRefusal(
    'FORBIDDEN',
    `${nameOfToken(token)} has not the right "${right}" for ${token.name}. Who has it: ${who}. ` +
      `An operator makes a token with it: ${wayToToken(token.name, right)}`,
    { right, who: others.map(({ id, label }) => ({ id, label })) },
  )
}
