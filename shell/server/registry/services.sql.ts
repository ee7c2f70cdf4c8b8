import type { Service } from 'kit/command/responses'
import type { RegistryContext } from './context.ts'

export function listServices({ sql }: RegistryContext): Promise<Service[]> {
  return sql<Service[]>`select "name", "url", "setAt", "setBy" from "service" order by "name"`
}

export async function saveService({ sql }: RegistryContext, service: Service): Promise<string | null> {
  const { name, ...rest } = service
  const [before] = await sql<{ url: string }[]>`select "url" from "service" where "name" = ${name}`
  await sql`insert into "service" ${sql({ ...service })} on conflict ("name") do update set ${sql({ ...rest })}`
  return before?.url ?? null
}

/** @returns where it was; undefined: it was nowhere */
export async function deleteService({ sql }: RegistryContext, name: string): Promise<string | undefined> {
  const [gone] = await sql<{ url: string }[]>`delete from "service" where "name" = ${name} returning "url"`
  return gone?.url
}
