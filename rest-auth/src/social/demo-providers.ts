import type { FastifyInstance } from 'fastify'
import type { ProviderId } from '../provider-config.ts'

/** Imported dynamically, because production does not install the package. */
export async function serveDemoProviders(app: FastifyInstance, { now }: { now: () => Date }): Promise<void> {
  const { demoProviders } = await import('demo-providers/demo-providers.ts')
  const { demoTable } = await import('demo-providers/table.ts')
  await demoProviders(app, { providers: demoTable satisfies Readonly<Record<ProviderId, unknown>>, now })
}
