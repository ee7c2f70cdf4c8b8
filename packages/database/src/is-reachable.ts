import { connect } from './connect.ts'

export async function isReachable(url: string): Promise<boolean> {
  const database = connect(url, { connections: 1 })
  const isUp = await database.read`select 1`.then(
    () => true,
    () => false,
  )
  await database.end()
  return isUp
}
