import { isReachable } from 'database/is-reachable.ts'
import { connect, type Database } from 'database/connect.ts'
import { hasRow } from 'database/sql.ts'

const role = 'registry'
const advisoryLockKey = 7_316_207 // serializes processes that start at the same time

/**
 * Creates a role that owns the schema `registry` and can access nothing else. Returns its URL.
 * @param mayReplace true if no other installation uses the server, so the password may be changed
 */
export async function makeRegistryRole(databaseUrl: string, password: string, mayReplace: boolean): Promise<string> {
  // `URL` cannot parse several hosts.
  const url = databaseUrl.replace(/^(postgres(?:ql)?:\/\/)(?:[^@/?#]*@)?/, `$1${role}:${password}@`)
  if (!mayReplace && (await isReachable(url))) return url
  const database = connect(databaseUrl, { connections: 2 })
  try {
    await createRole(database, password, mayReplace)
    return url
  } finally {
    await database.end()
  }
}

function createRole(database: Database, password: string, mayReplace: boolean): Promise<void> {
  return database.begin(async (db) => {
    await db.unsafe(`select pg_advisory_xact_lock(${advisoryLockKey})`)
    const exists = await hasRow(db.unsafe(`select 1 from pg_roles where rolname = '${role}'`))
    if (exists && !mayReplace) throw new Error(`the role "${role}" already exists with another password`)
    await db.unsafe(`${exists ? 'alter' : 'create'} role "${role}" with login password '${password}'`)
    await db.unsafe(`alter role "${role}" set search_path = registry`)
    await db.unsafe(`grant "${role}" to current_user`)
    await db.unsafe('create schema if not exists registry')
    await db.unsafe(takeOver)
  })
}

/** For tables created before the role, or restored from a dump. */
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
