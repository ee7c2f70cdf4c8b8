import { createWriteStream } from 'node:fs'
import { rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import type { Fault, World } from '../fault.ts'

const fileIn = ({ postgres }: World): string => join(postgres.folder, 'filling')

export default {
  name: 'disk is full',
  obstacle: ({ postgres }) => (postgres.isSmall ? null : 'needs a small file system: run it as root on Linux'),
  async begin(world) {
    const { bavail, bsize } = await statfs(world.postgres.folder)
    const file = createWriteStream(fileIn(world))
    const block = Buffer.alloc(bsize)
    for (let left = bavail; left > 0; left--) file.write(block)
    file.end()
    await finished(file).catch(() => {}) // of ENOSPC
  },
  end: (world) => rm(fileIn(world), { force: true }),
  answers: 'some',
  isTold: true,
  backWithin: 2,
} satisfies Fault
