import { z } from 'zod'
import { type HealthShare, type VersionHealth, versionHealth } from 'contract/responses.ts'
import { formatMinute, formatTable } from './format.ts'
import type { Command } from './command.ts'
import { pathOf } from './move.ts'

const healthSchema = z.object({ name: z.string(), versions: z.array(versionHealth) })
const maxFailures = 20

export const healthCommand: Command = {
  usage: 'health NAME',
  summary: 'Shows what failed in pages, by version and source line, and their web vitals.',
  options: [],
  details:
    'Of the last 30 days, as pages reported it. LCP, INP and CLS: three of four pages are within the value.\n' +
    'Source lines need the source maps that publish sends with a build.',
  async run({ names: [name = ''] }, client) {
    const { versions } = await client.get(`${pathOf(name)}/health`, healthSchema)
    const head = ['VERSION', 'USERS', 'FAILED', 'SIGNED OUT', 'FAILED', 'LCP', 'INP', 'CLS']
    const rows = versions.map(({ version, users, networks, vitals: { lcp, inp, cls } }) => [
      version,
      ...cellsOf(users),
      ...cellsOf(networks),
      lcp === null ? '' : `${lcp / 1000} s`,
      inp === null ? '' : `${inp} ms`,
      cls === null ? '' : String(cls),
    ])
    return {
      json: { name, versions },
      text: [formatTable(head, rows, `No page has used ${name} yet.`), ...versions.flatMap(failuresOf)].join('\n\n'),
    }
  },
}

const cellsOf = (share: HealthShare): string[] => [String(share.visitors), percentOf(share)]

export const percentOf = ({ visitors, failed }: HealthShare): string =>
  visitors === 0 ? '' : `${Math.round((100 * failed) / visitors)} %`

function failuresOf({ version, failures }: VersionHealth): string[] {
  if (failures.length === 0) return []
  const rows = failures
    .slice(0, maxFailures)
    .map(({ error, phase, route, times, lastAt, frames, sourceLines }) => [
      error,
      phase,
      route,
      String(times),
      formatMinute(lastAt),
      [...sourceLines, ...frames].find((place) => !place.includes('node_modules/')) ?? '',
    ])
  const head = [version, 'PHASE', 'ROUTE', 'TIMES', 'LAST', 'WHERE']
  const more = failures.length - rows.length
  return [formatTable(head, rows, '') + (more > 0 ? `\nAnd ${more} more: --json` : '')]
}
