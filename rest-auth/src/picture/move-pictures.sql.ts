import type { Context } from '../context.ts'

/** Whose pictures there are: table and column of the address. */
const holders = { user: 'image', organization: 'logo' } as const
export type Holder = keyof typeof holders

interface HeldAddress {
  readonly id: string
  readonly address: string
}

/** Some of the rows whose address holds a picture or is too long for one: few, because each may have hundreds of kilobytes. */
export async function findAddressesToMove({ sql }: Context, holder: Holder): Promise<HeldAddress[]> {
  const column = sql(holders[holder])
  return sql.read<HeldAddress[]>`
    select "id", ${column} as "address" from ${sql(holder)}
    where ${column} like 'data:%' or octet_length(${column}) > 2048 order by "id" limit 20`
}

/** Replaces an address, unless it is another one meanwhile. */
export async function replaceAddress(
  { sql }: Context,
  holder: Holder,
  held: HeldAddress,
  next: { address: string | null; picture: string | null },
): Promise<void> {
  const column = sql(holders[holder])
  await sql`
    update ${sql(holder)} set ${column} = ${next.address}, "picture" = ${next.picture}
    where "id" = ${held.id} and ${column} = ${held.address}`
}

/** Lets some of our own addresses begin with `prefix`, after a change of AUTH_URL; whether there may be more. */
export async function moveAddresses({ sql }: Context, holder: Holder, prefix: string): Promise<boolean> {
  const column = sql(holders[holder])
  const { count } = await sql`
    update ${sql(holder)} set ${column} = ${prefix} || "picture" where "id" in (
      select "id" from ${sql(holder)}
      where "picture" is not null and ${column} like '%/pictures/' || "picture" and ${column} <> ${prefix} || "picture"
      limit 1000 for no key update skip locked)`
  return count > 0
}
