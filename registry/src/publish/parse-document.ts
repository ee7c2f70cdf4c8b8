import { type VersionDocument, versionDocument } from 'contract/registry.ts'
import { RegistryRefusal } from '../http/refusal.ts'

const maxFiles = 2000
const maxLength = 1_000_000

export function parseDocument(text: string): VersionDocument {
  if (text.length > maxLength) throw invalid([`it has more than ${maxLength} characters`])
  const parsed = versionDocument.safeParse(parseJson(text))
  if (!parsed.success) throw invalid(parsed.error.issues.map(({ path, message }) => `"${path.join('.')}" ${message}`))
  const document = parsed.data
  const { name, description, container, entry, scripts, styles, catalogues, screens, sharedFiles, files } = document
  const pages = Object.values(document.prerendered ?? {}).flatMap((byLocale) => Object.values(byLocale))
  const later = [...Object.values(screens).map((screen) => screen.files), ...Object.values(sharedFiles)]
  const named = [entry, ...scripts, ...styles, ...Object.values(catalogues), ...later.flat(), ...pages]
  const problems = named.filter((path) => !Object.hasOwn(files, path)).map((path) => `${path} is not among its files`)
  if (Object.keys(files).length > maxFiles) problems.push(`it has more than ${maxFiles} files`)
  if ((name === 'shell') !== (description === null))
    problems.push('a remote needs a description, and the shell must not have one')
  if (description && description.name !== name)
    problems.push(`its remote.json belongs to "${description.name}", not to ${name}`)
  if (description && container?.split('__')[0] !== name.replaceAll('-', '_'))
    problems.push(`its container "${container}" is not named after ${name}`)
  if (problems.length > 0) throw invalid(problems)
  return document
}

export const invalid = (problems: string[]) =>
  new RegistryRefusal('INVALID_VERSION', `The version's document is not valid: ${problems.join('; ')}.`, { problems })

/** Accepts only one spelling, because parsers disagree on ambiguous JSON such as duplicate keys. */
function parseJson(text: string): unknown {
  let value: unknown
  try {
    value = JSON.parse(text, (key, part: unknown) => {
      if (key === '__proto__') throw invalid(['it must not contain the key "__proto__"'])
      return part
    })
  } catch (error) {
    throw error instanceof RegistryRefusal ? error : invalid(['it is not JSON'])
  }
  if (JSON.stringify(value) !== text)
    throw invalid(['it must look like the output of JSON.stringify: no duplicate keys, no extra spaces, shortest form'])
  return value
}
