// The shell's service proxy in front of SERVICE_URL, with a rest-auth that signs one token.
import { startServiceProxy } from 'shell/testing/start-service-proxy'

const proxy = await startServiceProxy({ settings: { SERVICE_REQUESTS_PER_USER: '1000000' } })
proxy.services.set('mf-invoices', process.env['SERVICE_URL'] ?? '')
process.send?.({ listening: proxy.origin })
