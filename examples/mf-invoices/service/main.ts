import { DatabaseSync } from 'node:sqlite'
import { handleInvoices } from './invoices.ts'
import { createService } from './server.ts'

const { PRODUCT = 'http://localhost:3000', PORT = '4100', HOST = '127.0.0.1', DATABASE = 'service.db' } = process.env
const service = createService(PRODUCT, handleInvoices(new DatabaseSync(DATABASE)))
service.listen(Number(PORT), HOST, () => console.log(`Service for ${PRODUCT} listening on http://${HOST}:${PORT}`))
// Finishes pending requests, then exits.
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => service.close())
