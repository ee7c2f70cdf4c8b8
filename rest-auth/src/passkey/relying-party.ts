import { isTrustedUrl } from 'service/trusted-origin.ts'
import type { Context } from '../context.ts'
import { ApiError } from '../errors.ts'
import { hasPasskeysElsewhere } from './passkey.sql.ts'

/** The RP id of WebAuthn: passkeys work for this host and those below it. */
export const relyingPartyOf = ({ config }: Pick<Context, 'config'>): string => new URL(config.AUTH_URL).hostname

/** Returns the origin if it is trusted, and the browser would let it use our passkeys. */
export function requireOwnOrigin(ctx: Context, origin: string): string {
  const host = URL.canParse(origin) ? new URL(origin).hostname : ''
  const own = relyingPartyOf(ctx)
  const isOwn = (host === own || host.endsWith(`.${own}`)) && isTrustedUrl(ctx.config, origin)
  if (!isOwn) throw new ApiError('PASSKEYS_NEED_THE_HOST_OF_AUTH_URL')
  return origin
}

/** Their users otherwise only see that their passkeys do not work. */
export async function warnOfOtherHosts(ctx: Context): Promise<void> {
  const host = relyingPartyOf(ctx)
  if (await hasPasskeysElsewhere(ctx, host))
    ctx.log.warn({ host }, 'passkeys of another host no longer work: AUTH_URL has changed')
}
