import { runService } from 'service/run-service.ts'
import { buildApp } from './app.ts'
import { loadConfig } from './config.ts'

const redact = ['*.cookie', '*.authorization', '*.headers.cookie', '*.headers.authorization']

await runService({ name: 'gateway', redact, loadConfig, start: buildApp })
