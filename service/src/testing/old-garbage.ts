// Makes objects that live long, and then garbage of the same kind: tells its parent how many bytes of that began among the old ones.
import { getHeapSpaceStatistics } from 'node:v8'
import { keepNewObjectsYoung } from '../young-objects.ts'

keepNewObjectsYoung()

const make = (n: number) => ({ n, next: { n }, list: [n] })
const oldBytes = () =>
  getHeapSpaceStatistics().find(({ space_name: name }) => name === 'old_space')?.space_used_size ?? 0

let sum = 0
for (let round = 0; round < 10; round += 1) {
  const alive = Array.from({ length: 100_000 }, (_, n) => make(n))
  sum += alive.length
}
const before = oldBytes()
for (let n = 0; n < 100_000; n += 1) sum += make(n).next.n
process.send?.({ bytes: oldBytes() - before, sum })
