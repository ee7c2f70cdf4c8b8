import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { findFreePort } from './free-port.ts'

test('a port for later is none that whoever asks for any port is given before', async () => {
  for (let times = 0; times < 50; times++) {
    const port = await findFreePort()
    expect(port).toBeLessThan(32_768)
    const later = createServer().listen(port, '127.0.0.1')
    await once(later, 'listening')
    later.close()
  }
})

test('an address that is not the machine’s is told', async () => {
  await expect(findFreePort('192.0.2.1')).rejects.toThrow('EADDRNOTAVAIL')
})
