/**
 * Lets a module take its GraphQL documents by their names: `graphql(…)` of `src/generated/gql.ts` finds each by its text, so that a page
 * would have all texts beside the documents. What is named in another way than `OfWords` goes on being found.
 */
export default function documentLoader(source: string): string {
  const [imported, folder] = /import \{ graphql \} from '(.+)\/gql\.ts'/.exec(source) ?? []
  if (!imported) return source
  const names = new Set<string>()
  const code = source.replaceAll(
    /\bgraphql\(`\s*(query|mutation|fragment) ((?:[A-Z][a-z]+)+)\b[^`]*`\)/g,
    (call: string, kind: string, operation: string) => {
      const name = `${operation}${kind === 'fragment' ? 'FragmentDoc' : 'Document'}`
      names.add(name)
      // As many lines as before, for source maps.
      return name + call.replaceAll(/[^\n]/g, '')
    },
  )
  if (/\bgraphql\(/.test(code)) return source
  return code.replace(imported, `import { ${[...names].join(', ')} } from '${folder}/graphql.ts'`)
}
