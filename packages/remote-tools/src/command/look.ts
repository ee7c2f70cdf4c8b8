import { z } from 'zod'
import { type Channel, type HealthSummary, logEntry, releasedRemote, releases } from 'contract/responses.ts'
import { formatMinute, describeChannel, formatTable } from './format.ts'
import { type Command, readNumber } from './command.ts'
import { percentOf } from './health.ts'
import { pathOf } from './move.ts'

const remotesSchema = z.object({ remotes: z.array(releases) })
const logSchema = z.object({ entries: z.array(logEntry) })

export const listCommand: Command = {
  usage: 'list [NAME]',
  summary: 'Lists the version on each channel; with a name, all versions.',
  options: [],
  async run(call, client) {
    const [name] = call.names
    const remotes = name === undefined ? (await client.get('/registry/remotes', remotesSchema)).remotes : []
    const one = name === undefined ? null : await client.get(pathOf(name), releasedRemote)
    const channels = (one ? [one] : remotes).flatMap((remote) =>
      remote.channels.map((channel) => [
        remote.name,
        channel.channel,
        describeChannel(channel),
        String(channel.revision),
        `${channel.movedBy}, ${formatMinute(channel.movedAt)}`,
        describeFailures(channel, remote.health),
      ]),
    )
    const head = ['REMOTE', 'CHANNEL', 'SHOWS', 'REVISION', 'MOVED', 'FAILS']
    const live = formatTable(head, channels, 'No channel has a version.')
    if (!one) return { json: { remotes }, text: live }
    const versions = one.versions.map(({ version, publishedAt, publishedBy, unpublishedAt }) => [
      version,
      `${publishedBy}, ${formatMinute(publishedAt)}`,
      unpublishedAt === null ? '' : `unpublished ${formatMinute(unpublishedAt)}`,
    ])
    return { json: one, text: `${live}\n\n${formatTable(['VERSION', 'PUBLISHED', ''], versions, '')}` }
  },
}

/** Covers the last 24 hours of the versions on the channel. */
const describeFailures = ({ version, canary }: Channel, health: HealthSummary[] = []): string =>
  health
    .filter((each) => each.kinds > 0 && (each.version === version || each.version === canary))
    .map(
      (each) =>
        `${canary === null ? '' : `${each.version}: `}${percentOf(each)}, ${each.kinds} ${each.kinds === 1 ? 'kind' : 'kinds'}`,
    )
    .join('; ')

export const logCommand: Command = {
  usage: 'log [NAME]',
  summary: 'Lists who moved what, from where to where, and why. Latest first.',
  options: ['limit'],
  async run(call, client) {
    const [name] = call.names
    const limit = readNumber('limit', call.options.limit, [1, 1000]) ?? 50
    const query = new URLSearchParams({ limit: String(limit), ...(name !== undefined && { name }) })
    const { entries } = await client.get(`/registry/log?${query}`, logSchema)
    const rows = entries.map((entry) => {
      const percent = entry.percent === null ? '' : ` for ${entry.percent} %`
      const move = [entry.from, entry.to].filter((end) => end !== null).join(' → ')
      return [
        formatMinute(entry.at),
        entry.who,
        entry.action,
        entry.name,
        entry.channel ?? '',
        entry.change ?? move + percent,
        entry.why ?? '',
      ]
    })
    const head = ['WHEN', 'WHO', 'WHAT', 'REMOTE', 'CHANNEL', 'VERSION', 'WHY']
    return { json: { entries }, text: formatTable(head, rows, 'The log is empty.') }
  },
}
