import type { FastifyInstance } from 'fastify'
import type { ProviderId } from '../provider-config.ts'

/** Serves an invented provider for each of ours (the compiler asks for it), from a package that production never loads. */
export async function serveDemoProviders(app: FastifyInstance, { now }: { now: () => Date }): Promise<void> {
  const { demoProviders } = await import('demo-providers/demo-providers.ts')
  const { demoTable } = await import('demo-providers/table.ts')
  await demoProviders(app, { providers: demoTable satisfies Readonly<Record<ProviderId, unknown>>, now })
}
