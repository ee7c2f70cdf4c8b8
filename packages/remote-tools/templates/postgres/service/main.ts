import { openDatabase } from './database.ts'
import { handleEntries } from './entries.ts'
import { createService } from './server.ts'

const { PRODUCT = 'http://localhost:3000', PORT = '4100', HOST = '127.0.0.1' } = process.env
const database = await openDatabase()
const service = createService(PRODUCT, handleEntries(database))
service.listen(Number(PORT), HOST, () => console.log(`Service for ${PRODUCT} listening on http://${HOST}:${PORT}`))
// Finishes pending requests, then exits.
for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.once(signal, () => service.close(() => void database.end()))
