import { channelName } from '../src/registry.ts'
import { wrongUsage } from './fault.ts'

/** What `--channel` says. */
export function readChannel(channel = 'stable'): string {
  const { success, error } = channelName.safeParse(channel)
  if (!success) throw wrongUsage(`--channel ${error.issues[0]?.message}.`)
  return channel
}
