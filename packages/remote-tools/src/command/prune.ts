import { pruned as prunedSchema } from 'contract/responses.ts'
import type { Command } from './command.ts'

export const pruneCommand: Command = {
  usage: 'prune',
  summary: 'Deletes versions that no channel, rollback or page of the last 30 days needs. For operators.',
  options: [],
  async run(call, client) {
    const pruned = await call.stage('Pruning', () => client.send('POST', '/registry/prune', {}, prunedSchema))
    const { versions, files, bytes } = pruned
    const names = versions.map(({ name, version }) => `\n  ${name} ${version}`).join('')
    return {
      json: pruned,
      text: `Deleted ${versions.length} versions with ${files} files (${Math.ceil(bytes / 1024)} kB).${names}`,
    }
  },
}
