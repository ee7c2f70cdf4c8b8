import { runService } from 'service/run-service.ts'
import { buildApp } from './app.ts'
import { loadConfig, ownSettings } from './config.ts'

const logOptions = { redact: ['*.cookie', '*.authorization', '*.headers.cookie', '*.headers.authorization'] }

await runService({ name: 'gateway', logOptions, settings: Object.keys(ownSettings.shape), loadConfig, start: buildApp })
