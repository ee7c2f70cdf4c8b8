import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { z } from 'zod'

const root = resolve(import.meta.dirname, '../..')
const deploy = join(root, 'deploy')

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deploy-'))
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
})
afterAll(() => rm(folder, { recursive: true }))

describe('deploy/kubernetes.yaml', () => {
  const manifests = readFileSync(join(deploy, 'kubernetes.yaml'), 'utf8')
  const manifest = z.looseObject({ apiVersion: z.string(), kind: z.string() })

  /** Kubernetes' published schemas as types: TypeScript rejects unknown fields of literals. */
  const check = async (yaml: string): Promise<string> => {
    const source = parseAllDocuments(yaml).map((document, index) => {
      const { apiVersion, kind, ...rest } = manifest.parse(document.toJS())
      const [version, group = 'core'] = apiVersion.split('/').toReversed()
      const module = `kubernetes-types/${group.replace(/\..*/, '')}/${version}`
      return `import type { ${kind} as Kind${index} } from '${module}'
export const manifest${index}: Kind${index} = ${JSON.stringify({ apiVersion, kind, ...rest })}`
    })
    await writeFile(join(folder, 'manifests.ts'), source.join('\n'))
    const options = ['--ignoreConfig', '--noEmit', '--strict', '--module', 'nodenext', '--types', '']
    const { stdout } = spawnSync(join(root, 'node_modules/.bin/tsc'), [...options, 'manifests.ts'], {
      cwd: folder,
      encoding: 'utf8',
    })
    return stdout
  }

  test('has only fields and values that Kubernetes knows', async () => {
    expect(parseAllDocuments(manifests).length).toBeGreaterThan(8)
    expect(await check(manifests)).toBe('')
  })

  test('would not have a misspelt field, a wrong value or an unknown version', async () => {
    const problems = await check(
      manifests
        .replace('readOnlyRootFilesystem', 'readOnlyRootFileSystem')
        .replace('containerPort: 3000', 'containerPort: three')
        .replace('networking.k8s.io/v1', 'networking.k8s.io/v9'),
    )
    expect(problems).toContain('"readOnlyRootFileSystem"')
    expect(problems).toContain("Type 'string' is not assignable to type 'number'")
    expect(problems).toContain("'kubernetes-types/networking/v9'")
  })
})

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0

describe.runIf(hasSystemd)('deploy/systemd (needs systemd-analyze)', () => {
  const units = readdirSync(join(deploy, 'systemd'))
  const verify = async (change: (unit: string) => string) => {
    for (const name of units) {
      const unit = readFileSync(join(deploy, 'systemd', name), 'utf8').replace('/usr/bin/node', process.execPath)
      await writeFile(join(folder, name), change(unit))
    }
    return spawnSync('systemd-analyze', ['verify', ...units], { cwd: folder, encoding: 'utf8' }).stderr
  }

  test('has only settings that systemd knows', async () => {
    expect(await verify((unit) => unit)).toBe('')
    expect(await verify((unit) => unit.replace('TimeoutStopSec', 'StopTimeoutSec'))).toContain("'StopTimeoutSec'")
  })
})
