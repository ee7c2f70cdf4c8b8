import { answers } from 'database/answers.ts'
import { connect, type Database } from 'database/connect.ts'

const role = 'registry'
/** Several that start at once make it one after the other. */
const lock = 7_316_207

/**
 * Makes a role with this password that sees nothing but the schema `registry`, which becomes its own with all that is in it.
 * @param mayReplace whether the server is this installation's alone, so that a role of this name can be given another password
 * @returns its address
 * @throws what to tell the operator: the user of `databaseUrl` may not make roles, or the role is another installation's
 */
export async function makeRegistryRole(databaseUrl: string, password: string, mayReplace: boolean): Promise<string> {
  // An address with several hosts is none for `URL`.
  const url = databaseUrl.replace(/^(postgres(?:ql)?:\/\/)(?:[^@/?#]*@)?/, `$1${role}:${password}@`)
  if (!mayReplace && (await answers(url))) return url
  const database = connect(databaseUrl, { connections: 2 })
  try {
    await make(database, password, mayReplace)
    return url
  } finally {
    await database.end()
  }
}

function make(database: Database, password: string, mayReplace: boolean): Promise<void> {
  return database.begin(async (db) => {
    await db.unsafe(`select pg_advisory_xact_lock(${lock})`)
    const [found] = await db.unsafe<{ isThere: boolean }[]>(
      `select exists (select from pg_roles where rolname = '${role}') as "isThere"`,
    )
    if (found?.isThere && !mayReplace) throw new Error(`the role "${role}" is there, with another password`)
    await db.unsafe(`${found?.isThere ? 'alter' : 'create'} role "${role}" with login password '${password}'`)
    await db.unsafe(`alter role "${role}" set search_path = registry`)
    await db.unsafe(`grant "${role}" to current_user`)
    await db.unsafe('create schema if not exists registry')
    await db.unsafe(takeOver)
  })
}

/** What was made before there was the role, or came back from a dump. */
const takeOver = `do $$
declare statement text;
begin
  for statement in
    select 'alter schema registry owner to ${role}'
    union all
    select format('alter table registry.%I owner to ${role}', relname) from pg_class
      where relnamespace = to_regnamespace('registry') and relkind = 'r'
    union all
    select format('alter function registry.%I() owner to ${role}', proname) from pg_proc
      where pronamespace = to_regnamespace('registry')
  loop execute statement; end loop;
end $$`
