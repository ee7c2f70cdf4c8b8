import { connect } from './connect.ts'

/** Whether a database takes connections and statements at this address. */
export async function answers(url: string): Promise<boolean> {
  const database = connect(url, { connections: 1 })
  const answered = await database.read`select 1`.then(
    () => true,
    () => false,
  )
  await database.end()
  return answered
}
