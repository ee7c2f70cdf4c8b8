import type { FastifyBaseLogger } from 'fastify'
import { Counter } from 'prom-client'
import { type RemoteNotice, remoteNoticePath } from 'contract/remote-notice.ts'
import type { HealthShare } from 'contract/responses.ts'
import { type TakenBack, takeBackWorse } from 'registry/health/take-back.ts'
import { tellOwners } from 'registry/health/tell-owners.ts'
import type { ApiContext } from 'registry/token/caller.ts'

const takenBack = new Counter({
  name: 'remotes_taken_back_total',
  help: 'Versions that were taken back because they failed for many more users than the one before',
  labelNames: ['remote'],
})

interface Settings {
  readonly REST_AUTH_URL: string
  readonly TAKE_BACK_POINTS: number
}

/** Returns what follows each save of reports: owners are emailed, and worse versions taken back. */
export function followHealth(
  ctx: ApiContext,
  config: Settings,
  log: Pick<FastifyBaseLogger, 'warn'>,
): (isNew: boolean) => Promise<void> {
  const refused = new Set<string>()
  let notices: RemoteNotice[] = []
  const send = (notice: RemoteNotice) => sendNotice(config, notice)
  return async (isNew) => {
    const taken = await takeBackWorse(ctx, config.TAKE_BACK_POINTS, (remote, { code, message: reason }) => {
      // Repeated every two seconds.
      if (!refused.has(`${remote} ${code}`)) log.warn({ remote, reason }, 'remote not taken back')
      refused.add(`${remote} ${code}`)
    })
    for (const { name: remote, version, before, now, usual } of taken) {
      takenBack.inc({ remote })
      log.warn({ remote, version, before, failed: shown(now), usual: shown(usual) }, 'remote taken back')
    }
    if (taken.length > 0) await ctx.changed()
    notices.push(...taken.flatMap(noticeOf))
    const waiting = notices
    for (const notice of waiting) {
      await send(notice)
      notices = notices.filter((each) => each !== notice)
    }
    if (isNew) await tellOwners(ctx, send)
  }
}

const shown = ({ visitors, failed }: HealthShare): string => `${failed}/${visitors}`

const noticeOf = ({ name: remote, version, before, now, usual, owner }: TakenBack): RemoteNotice[] =>
  owner === null
    ? []
    : [{ event: 'takenBack', owner, remote, version, before, failed: shown(now), usual: shown(usual) }]

/** @throws if rest-auth, which sends the email, is unavailable */
async function sendNotice({ REST_AUTH_URL }: Settings, notice: RemoteNotice): Promise<void> {
  const response = await fetch(`${REST_AUTH_URL}${remoteNoticePath}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(notice),
    signal: AbortSignal.timeout(5000),
  })
  // A rest-auth of 2.1 does not know the call, and will not learn it.
  if (!response.ok && response.status !== 404 && response.status !== 400)
    throw new Error(`rest-auth responded with ${response.status}`)
}
