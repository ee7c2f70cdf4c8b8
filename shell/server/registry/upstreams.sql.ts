import type { RegistryContext } from './context.ts'

/** Where the service of a remote is. */
export interface Upstream {
  /** The remote. */
  readonly name: string
  /** An origin. */
  readonly url: string
  readonly setAt: Date
  readonly setBy: string
}

export function listUpstreams({ sql }: RegistryContext): Promise<Upstream[]> {
  return sql<Upstream[]>`select "name", "url", "setAt", "setBy" from "upstream" order by "name"`
}

/** @returns where it was before */
export async function saveUpstream({ sql }: RegistryContext, upstream: Upstream): Promise<string | null> {
  const { name, ...rest } = upstream
  const [before] = await sql<{ url: string }[]>`select "url" from "upstream" where "name" = ${name}`
  await sql`insert into "upstream" ${sql({ ...upstream })} on conflict ("name") do update set ${sql({ ...rest })}`
  return before?.url ?? null
}

/** @returns where it was; undefined: it was nowhere */
export async function deleteUpstream({ sql }: RegistryContext, name: string): Promise<string | undefined> {
  const [gone] = await sql<{ url: string }[]>`delete from "upstream" where "name" = ${name} returning "url"`
  return gone?.url
}
