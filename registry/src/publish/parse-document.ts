import { type VersionDocument, versionDocument } from 'contract/registry.ts'
import { RegistryRefusal } from '../http/refusal.ts'

const mostFiles = 2000
const longestDocument = 1_000_000

/** Reads the text of a version's document. Throws INVALID_VERSION with all that is wrong. */
export function parseDocument(text: string): VersionDocument {
  if (text.length > longestDocument) throw invalid([`it is longer than ${longestDocument} characters`])
  const parsed = versionDocument.safeParse(parseJson(text))
  if (!parsed.success) throw invalid(parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`))
  const document = parsed.data
  const { name, description, container, entry, scripts, styles, catalogues, screens, sharedFiles, files } = document
  const later = [...Object.values(screens).map((screen) => screen.files), ...Object.values(sharedFiles)]
  const named = [entry, ...scripts, ...styles, ...Object.values(catalogues), ...later.flat()]
  const faults = named.filter((path) => !Object.hasOwn(files, path)).map((path) => `${path} is not among its files`)
  if (Object.keys(files).length > mostFiles) faults.push(`it has more than ${mostFiles} files`)
  if ((name === 'shell') !== (description === null)) faults.push('a remote, and only a remote, has a description')
  if (description && description.name !== name)
    faults.push(`its remote.json is of "${description.name}", not of ${name}`)
  if (container !== undefined && container.split('__')[0] !== name.replaceAll('-', '_'))
    faults.push(`its container "${container}" is not named after ${name}`)
  if (faults.length > 0) throw invalid(faults)
  return document
}

export const invalid = (faults: string[]) =>
  new RegistryRefusal('INVALID_VERSION', `The version's document is not valid: ${faults.join('; ')}.`, { faults })

/** What is signed must say one thing to whoever reads it: a key that stands twice, say, is read in this way or that. */
function parseJson(text: string): unknown {
  let value: unknown
  try {
    value = JSON.parse(text, (key, part: unknown) => {
      if (key === '__proto__') throw invalid(['"__proto__" is no name that it may have'])
      return part
    })
  } catch (error) {
    throw error instanceof RegistryRefusal ? error : invalid(['it is no JSON'])
  }
  if (JSON.stringify(value) !== text)
    throw invalid([
      'it is not written as JSON.stringify writes it: each key once, without spaces, in its shortest form',
    ])
  return value
}
