import { ipBuckets } from 'service/client-ip.ts'
import type { Config } from '../config.ts'

/** Per remote and instance. */
export interface ServiceLimits {
  readonly open: number
  readonly openPerNetwork: number
  readonly openPerUser: number
  /** Per ten seconds. */
  readonly requestsPerUser: number
}

export const serviceLimits = (config: Config): ServiceLimits => ({
  open: config.SERVICE_OPEN_REQUESTS,
  openPerNetwork: config.SERVICE_OPEN_REQUESTS_PER_NETWORK,
  openPerUser: config.SERVICE_OPEN_REQUESTS_PER_USER,
  requestsPerUser: config.SERVICE_REQUESTS_PER_USER,
})

/** The last quarter of each is for users who have nothing open, and for other networks. */
const shareOfBusy = 0.75

/** Returns how many requests may be open under each name before another one of this user. */
export function openLimits(
  { open, openPerNetwork, openPerUser }: ServiceLimits,
  client: { userId: string; address: string; isBusy: boolean },
): (readonly [name: string, limit: number])[] {
  const share = client.isBusy ? shareOfBusy : 1
  const networks = ipBuckets(client.address).map(
    ({ name, factor }) => [name, share * Math.min(openPerNetwork * factor, shareOfBusy * open)] as const,
  )
  return [['', share * open], [`user ${client.userId}`, openPerUser], ...networks]
}
