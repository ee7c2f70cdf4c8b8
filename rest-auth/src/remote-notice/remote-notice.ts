import { createHash } from 'node:crypto'
import { type RemoteNotice, remoteNotice, remoteNoticePath } from 'contract/remote-notice.ts'
import { guardedPost } from 'service/guarded-post.ts'
import type { Context } from '../context.ts'
import type { App } from '../http/calls.ts'
import { refuseOtherServers } from '../http/is-our-server.ts'
import { queueEmail } from '../mail/outbox.ts'
import type { SigningKeys } from '../signed-token/signing-key.ts'
import { seconds } from '../signed-token/signed-token.ts'
import { guardOf } from '../webhook/webhook.ts'

/** A team can name any address as the owner of its remote. */
const budgetOf = ({ remote }: RemoteNotice) => ({ key: `notices of ${remote}`, atOnce: 10, every: 3600 })

/** In milliseconds, shorter than the shell's server waits. */
const webhookTimeout = 4000
/** In seconds. */
const tokenLife = 300

/** Not public: the shell's server knows what failed. */
export function remoteNoticeRoute(app: App, ctx: Context, keys: SigningKeys): void {
  const options = { schema: { body: remoteNotice }, onRequest: refuseOtherServers(ctx) }
  app.post(remoteNoticePath, options, async ({ body }) => {
    await (body.owner.startsWith('https://') ? callWebhook(ctx, keys, body) : emailOwner(ctx, body))
    return {}
  })
}

async function emailOwner(ctx: Context, notice: RemoteNotice): Promise<void> {
  const { owner, remote, version } = notice
  const mail = { to: owner.toLowerCase(), userId: null, language: null }
  if (notice.event === 'failed') {
    const { error, phase, route, line } = notice
    const data = { remote, version, error, phase, route, line }
    await queueEmail(ctx, { ...mail, template: 'remoteFailed', data }, budgetOf(notice))
  } else {
    const { before, failed, usual } = notice
    const data = { remote, version, before, failed, usual }
    await queueEmail(ctx, { ...mail, template: 'remoteTakenBack', data }, budgetOf(notice))
  }
}

/** Once: the registry keeps what failed, and a webhook that fails must not delay others. */
async function callWebhook(ctx: Context, keys: SigningKeys, notice: RemoteNotice): Promise<void> {
  const { owner, ...content } = notice
  const body = JSON.stringify({ text: describe(notice), ...content })
  const iat = seconds(ctx.now())
  const sha256 = createHash('sha256').update(body).digest('hex')
  // Its URL is the audience, so that no service accepts the token.
  const claims = { iss: ctx.config.AUTH_URL, aud: owner, iat, exp: iat + tokenLife, sha256 }
  const token = await keys.sign(claims, 'webhook+jwt')
  const { error, status } = await guardedPost(guardOf(ctx), owner, {
    headers: {
      'content-type': 'application/json',
      'user-agent': 'account-platform-webhooks',
      'webhook-token': token,
    },
    body,
    timeout: webhookTimeout,
  })
  if (error !== null) ctx.log.warn({ remote: notice.remote, reason: error, status }, 'webhook of a remote failed')
}

/** Chats such as Slack show the field `text`. */
function describe(notice: RemoteNotice): string {
  const version = `${notice.remote} ${notice.version}`
  if (notice.event === 'takenBack')
    return `${version} was taken back, ${notice.before} is shown again: ${notice.failed} had failures, ${notice.usual} before.`
  const { error, line, phase, route } = notice
  return `${version}: ${error} at ${line || 'an unknown line'} (${[phase, route].filter(Boolean).join(', ')})`
}
