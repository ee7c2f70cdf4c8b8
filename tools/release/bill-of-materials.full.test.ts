import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import product from 'account-platform/package.json' with { type: 'json' }
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { writeBillOfMaterials } from './bill-of-materials.ts'

const component = z.object({ name: z.string(), purl: z.string(), scope: z.string().optional() })
const bom = z.object({
  bomFormat: z.literal('CycloneDX'),
  metadata: z.object({ component }),
  components: z.array(component),
})

test('lists what servers install and pages contain, and no tools of the repository', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'bom-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'bom.json')
  writeBillOfMaterials(file)
  const { metadata, components } = bom.parse(JSON.parse(await readFile(file, 'utf8')))
  expect(metadata.component.name).toBe(product.name)
  const scopeOf = (name: string) => {
    const found = components.find(({ purl }) => purl.startsWith(`pkg:npm/${name}@`))
    return found && (found.scope ?? 'required')
  }
  expect(['fastify', 'postgres', 'sharp', 'kit'].map(scopeOf)).toEqual(Array(4).fill('required'))
  expect(['%40apollo/client', '%40mantine/core', 'vitest', 'playwright'].map(scopeOf)).toEqual(
    Array(4).fill('excluded'),
  )
  for (const name of ['%40axe-core/playwright', 'kubernetes-types', 'knip'])
    expect(components.map((each) => each.name)).not.toContain(name)
  const workspace = await readFile(new URL('../../pnpm-workspace.yaml', import.meta.url), 'utf8')
  const [, fastify = ''] = /^ {2}fastify: (\S+)$/m.exec(workspace) ?? []
  expect(components.map(({ purl }) => purl)).toContain(`pkg:npm/fastify@${fastify}`)
})
