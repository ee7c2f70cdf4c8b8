// @vitest-environment node
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'

// e2e/journeys/previews.spec.ts and tools/building-a-feature.full.test.ts test the rest.

test('builds the remote in its folder without the flags of the calling process', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'dev-'))
  const remote = join(folder, 'mf-one')
  await mkdir(join(remote, 'src'), { recursive: true })
  const files = {
    'here.mjs': '',
    'mf-one/package.json': '{}',
    'mf-one/remote.json': '{ "name": "mf-one", "routes": [] }',
    'mf-one/rspack.config.js': `import { writeFileSync } from 'node:fs'\nwriteFileSync('was-here', '')\nprocess.exit()`,
  }
  for (const [path, content] of Object.entries(files)) await writeFile(join(folder, path), content)
  const product = createServer((_request, response) => void response.end('{ "id": "one", "url": "/preview/one" }'))
  await once(product.listen(0, '127.0.0.1'), 'listening')
  const { port } = Object(product.address())
  const program = ['--import', './here.mjs', join(import.meta.dirname, 'main.ts'), 'dev', 'mf-one']
  const command = spawn(process.execPath, [...program, '--json', '--to', `http://127.0.0.1:${port}`], { cwd: folder })
  const [errors] = await Promise.all([text(command.stderr), once(command, 'close')])
  expect(errors).toBe('')
  expect(await readFile(join(remote, 'was-here'), 'utf8')).toBe('')
  product.close()
  await rm(folder, { recursive: true })
})
