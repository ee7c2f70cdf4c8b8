import { type RemoteNotice, remoteNotice, remoteNoticePath } from 'contract/remote-notice.ts'
import type { Context } from '../context.ts'
import type { App } from '../http/calls.ts'
import { refuseOtherServers } from '../http/is-our-server.ts'
import { queueEmail } from '../mail/outbox.ts'

/** A team can name any address as the owner of its remote. */
const budgetOf = ({ remote }: RemoteNotice) => ({ key: `notices of ${remote}`, atOnce: 10, every: 3600 })

/** Not public: the shell's server knows what failed. */
export function remoteNoticeRoute(app: App, ctx: Context): void {
  const options = { schema: { body: remoteNotice }, onRequest: refuseOtherServers(ctx) }
  app.post(remoteNoticePath, options, async ({ body }) => {
    const { owner, remote, version } = body
    const mail = { to: owner.toLowerCase(), userId: null, language: null }
    if (body.event === 'failed') {
      const { error, phase, route, line } = body
      const data = { remote, version, error, phase, route, line }
      await queueEmail(ctx, { ...mail, template: 'remoteFailed', data }, budgetOf(body))
    } else {
      const { before, failed, usual } = body
      const data = { remote, version, before, failed, usual }
      await queueEmail(ctx, { ...mail, template: 'remoteTakenBack', data }, budgetOf(body))
    }
    return {}
  })
}
