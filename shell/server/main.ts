import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runService } from 'service/run-service.ts'
import { buildApp } from './app.ts'
import { loadConfig, ownSettings } from './config.ts'

const shellFolder = fileURLToPath(new URL('../dist', import.meta.url))

await runService({
  name: 'shell',
  settings: Object.keys(ownSettings.shape),
  loadConfig,
  start: async (config, log) => {
    if (!existsSync(join(shellFolder, 'index.html'))) {
      throw new Error(`${shellFolder} has no index.html. "npm run build" makes it.`)
    }
    return buildApp(config, log, shellFolder)
  },
})
