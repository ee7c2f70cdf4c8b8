import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { findFreePort } from './free-port.ts'

test('returns a free port outside the ephemeral range', async () => {
  for (let times = 0; times < 50; times++) {
    const port = await findFreePort()
    expect(port).toBeLessThan(32_768)
    const later = createServer().listen(port, '127.0.0.1')
    await once(later, 'listening')
    later.close()
  }
})

test('rejects an IP address of another machine', async () => {
  await expect(findFreePort('192.0.2.1')).rejects.toThrow('EADDRNOTAVAIL')
})
