// `graphql(…)` finds documents by their text, so pages would contain each text twice.
export default function documentLoader(source: string): string {
  const [imported, folder] = /import \{ graphql \} from '(.+)\/gql\.ts'/.exec(source) ?? []
  if (!imported) return source
  const names = new Set<string>()
  const code = source.replaceAll(
    /\bgraphql\(`\s*(query|mutation|fragment) ((?:[A-Z][a-z]+)+)\b[^`]*`\)/g,
    (call: string, kind: string, operation: string) => {
      const name = `${operation}${kind === 'fragment' ? 'FragmentDoc' : 'Document'}`
      names.add(name)
      // Keeps the number of lines for source maps.
      return name + call.replaceAll(/[^\n]/g, '')
    },
  )
  if (/\bgraphql\(/.test(code)) return source
  return code.replace(imported, `import { ${[...names].join(', ')} } from '${folder}/graphql.ts'`)
}
