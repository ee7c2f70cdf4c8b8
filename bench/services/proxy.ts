// The shell's way to services, in front of SERVICE_URL, beside a rest-auth that signs one token.
import { startServiceProxy } from 'shell/testing/start-service-proxy'

const proxy = await startServiceProxy()
proxy.services.set('mf-invoices', process.env['SERVICE_URL'] ?? '')
process.send?.({ listening: proxy.origin })
