import { execFile } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { remote } from '../support/next-shell.ts'
import { startProduct } from '../support/product.ts'
import { expect, test } from '../support/test.ts'

const root = resolve(import.meta.dirname, '../..')
const run = promisify(execFile)

/** Builds mf-auth with other words on its sign-in page. */
async function buildChanged(folder: string): Promise<void> {
  const changed = join(folder, 'mf-auth')
  await cp(join(root, 'mf-auth'), changed, { recursive: true, filter: (path) => !/node_modules|dist$/.test(path) })
  await symlink(join(root, 'mf-auth/node_modules'), join(changed, 'node_modules'))
  const page = join(changed, 'src/sign-in/sign-in-form.tsx')
  await writeFile(page, (await readFile(page, 'utf8')).replace('{t`Sign in`}', "{'Open the door'}"))
  const cli = join(root, 'shell/node_modules/@rspack/cli/bin/rspack.js')
  await run(process.execPath, [cli, 'build'], { cwd: changed })
}

test.slow() // it builds a remote
test('has the words of a published version of mf-auth, and of a rollback, in the first HTML', async ({ request }) => {
  const product = await startProduct()
  const folder = await mkdtemp(join(tmpdir(), 'next-auth-'))
  await buildChanged(folder)
  const submitOf = async (language: string) => {
    const response = await request.get(`${product.address}/sign-in`, { headers: { 'accept-language': language } })
    return /<button[^>]*type="submit"[^>]*>(.*?)<\/button>/s.exec(await response.text())?.[1]?.replaceAll(/<.*?>/g, '')
  }
  expect([await submitOf('en'), await submitOf('de')]).toEqual(['Sign in', 'Anmelden'])
  const key = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' })
  await remote(['publish', 'mf-auth', '--no-build', '--version', '2.0.0'], product, folder, String(key))
  await expect.poll(() => submitOf('en')).toBe('Open the door')
  await remote(['rollback', 'mf-auth'], product)
  await expect.poll(() => submitOf('en')).toBe('Sign in')
  await product.stop()
  await rm(folder, { recursive: true })
})
