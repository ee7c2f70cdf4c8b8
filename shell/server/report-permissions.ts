import type { FastifyBaseLogger } from 'fastify'
import { remotePermissionsPath, type ReportedPermission } from 'contract/remote-permissions.ts'
import type { Registry } from 'registry/live/registry.ts'
import type { RegistryState } from 'registry/live/registry-state.ts'
import { versionKey } from 'registry/live/state.ts'

/** In milliseconds: how often an unchanged report is repeated, because rest-auth may have missed it. */
const interval = 10_000
const retryAfter = 1000
/** rest-auth may start later than this server. */
const maxSilentFailures = 10

/** Tells rest-auth what released versions declare, until `stop`. */
export function reportPermissions(
  registry: Pick<Registry, 'state' | 'isDown' | 'onChange'>,
  { REST_AUTH_URL }: { REST_AUTH_URL: string },
  log: Pick<FastifyBaseLogger, 'warn'>,
): { stop: () => Promise<void> } {
  let timer: NodeJS.Timeout | undefined
  let sending = Promise.resolve()
  let isStopped = false
  let failures = 0
  const send = async () => {
    const state = registry.state()
    const response =
      state &&
      (await fetch(`${REST_AUTH_URL}${remotePermissionsPath}`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ permissions: releasedPermissions(state) }),
        signal: AbortSignal.timeout(5000),
      }))
    if (response?.ok === false) throw new Error(`rest-auth responded with ${response.status}`)
    failures = 0
  }
  // One after the other, so that an older report never arrives last.
  const sendNext = () => {
    clearTimeout(timer)
    sending = sending.then(send).catch((err: unknown) => {
      failures += 1
      if (failures === maxSilentFailures) log.warn({ err }, 'report of permissions failed')
    })
    void sending.then(() => {
      clearTimeout(timer)
      if (!isStopped) timer = setTimeout(repeat, failures > 0 ? retryAfter : interval)
    })
  }
  // Without its database this server may have missed a change that another one has reported.
  const repeat = () => {
    if (!registry.isDown) sendNext()
    else timer = setTimeout(repeat, interval)
  }
  const ignore = registry.onChange(sendNext)
  repeat()
  return {
    stop: async () => {
      isStopped = true
      ignore()
      clearTimeout(timer)
      await sending
    },
  }
}

/** A canary counts only if the key of the other live version has signed it. */
const releasedPermissions = ({ channels, versions, signed }: RegistryState): ReportedPermission[] =>
  channels
    .filter(({ channel }) => channel === 'stable')
    .flatMap(({ name, version, canary }) => {
      const live = [version, canary].flatMap((each) => signed.get(versionKey(name, each ?? '')) ?? [])
      const key = live[0]?.publicKey ?? ''
      const declared = live
        .filter(({ publicKey }) => publicKey === key)
        .flatMap((each) => {
          const { permissions = {} } = versions.get(versionKey(name, each.version))?.description ?? {}
          return Object.entries(permissions)
        })
      return [...new Map(declared.toReversed())].map(([action, { label, admins = false }]) => ({
        name: `${name}:${action}`,
        key,
        label,
        admins,
      }))
    })
