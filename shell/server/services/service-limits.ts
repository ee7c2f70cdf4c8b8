import { ipBuckets } from 'service/client-ip.ts'
import type { Config } from '../config.ts'

/** The last quarter of each is for users who have nothing open, and for other networks. */
const shareOfBusy = 0.75

/** Returns how many requests of a remote may be open under each name before another one of this user. */
export function openLimits(
  config: Config,
  client: { userId: string; address: string; isBusy: boolean },
): (readonly [name: string, limit: number])[] {
  const { SERVICE_OPEN_REQUESTS: open, SERVICE_OPEN_REQUESTS_PER_NETWORK: perNetwork } = config
  const share = client.isBusy ? shareOfBusy : 1
  const networks = ipBuckets(client.address).map(
    ({ name, factor }) => [name, share * Math.min(perNetwork * factor, shareOfBusy * open)] as const,
  )
  return [['', share * open], [`user ${client.userId}`, config.SERVICE_OPEN_REQUESTS_PER_USER], ...networks]
}
