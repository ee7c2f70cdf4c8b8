import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { languages } from 'contract/languages.ts'
import { z } from 'zod'
import { parseRemoteDescription } from 'contract/remote-description.ts'

const files = ['package.json', 'remote.json', 'tsconfig.json', 'src/remote.tsx']
const buildFiles = ['rspack.config.ts', 'rspack.config.js', 'rspack.config.mjs']
const catalogues = languages.map((locale) => `${locale}.po`)
const packageSchema = z.object({ name: z.string().optional(), version: z.string().optional() })

export const findBuildFile = (folder: string): string | undefined =>
  buildFiles.map((file) => join(folder, file)).find((file) => existsSync(file))

export function findRemoteProblems(folder: string, expected?: string): string[] {
  const remote = basename(folder)
  const missing = files.filter((file) => !existsSync(join(folder, file)))
  if (!findBuildFile(folder)) missing.push('rspack.config.ts')
  if (missing.length > 0) {
    return missing.map((file) => `${remote}/${file} is missing. "remote new" creates it: docs/first-day.md, section 2.`)
  }
  const { name, version } = packageSchema.parse(readJson(join(folder, 'package.json')))
  const description = parseRemoteDescription(readJson(join(folder, 'remote.json')))
  const missingTexts = catalogues.filter((file) => !existsSync(join(folder, 'src/locales', file)))
  return [
    name !== description.name &&
      `${remote}/package.json has the name "${name}", but remote.json has "${description.name}". Use the same name.`,
    version === undefined && `${remote}/package.json has no version. Add "version": "1.0.0".`,
    expected !== undefined &&
      description.name !== expected &&
      `${remote}/remote.json has the name "${description.name}". Use "${expected}", the name of the folder.`,
    missingTexts.length > 0 && `${remote}/src/locales lacks ${missingTexts.join(', ')}. Run "npm run codegen".`,
  ].filter((problem) => problem !== false)
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (cause) {
    throw new Error(`${file} is not valid JSON: ${String(cause)}`, { cause })
  }
}
