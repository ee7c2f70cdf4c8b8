// Makes objects that live long, and then nine times ten million bytes of the same kind that do not: tells its parent how many of such
// began among the old ones, the median.
import { getHeapSpaceStatistics } from 'node:v8'
import { keepNewObjectsYoung } from '../young-objects.ts'

keepNewObjectsYoung()

const make = (n: number) => ({ n, next: { n }, list: [n] })
const oldBytes = () =>
  getHeapSpaceStatistics().find(({ space_name: name }) => name === 'old_space')?.space_used_size ?? 0

let latest: object = {}
for (let round = 0; round < 10; round += 1) latest = Array.from({ length: 100_000 }, (_, n) => make(n))
const bytes = Array.from({ length: 9 }, () => {
  const before = oldBytes()
  for (let n = 0; n < 100_000; n += 1) latest = make(n)
  return oldBytes() - before
})
process.send?.({ bytes: bytes.toSorted((a, b) => a - b)[4], lasting: Object.keys(latest).length })
