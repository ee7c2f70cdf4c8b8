import { sql } from 'database/sql.ts'
import type { Service } from 'contract/responses.ts'
import type { RegistryContext } from '../context.ts'

export function listServices({ db }: RegistryContext): Promise<Service[]> {
  return db.read<Service[]>`select "name", "url", "setAt", "setBy" from "service" order by "name"`
}

export async function saveService({ db }: RegistryContext, service: Service): Promise<string | null> {
  const { name, ...rest } = service
  const [before] = await db.read<{ url: string }[]>`select "url" from "service" where "name" = ${name}`
  await db.write`insert into "service" ${sql({ ...service })} on conflict ("name") do update set ${sql({ ...rest })}`
  return before?.url ?? null
}

export async function deleteService({ db }: RegistryContext, name: string): Promise<string | undefined> {
  const [gone] = await db.write<{ url: string }[]>`delete from "service" where "name" = ${name} returning "url"`
  return gone?.url
}
