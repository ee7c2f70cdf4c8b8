import { expect, test } from 'vitest'
import documentLoader from './document-loader.ts'

test('replaces documents by their names on the same lines', () => {
  const source = `import { useQuery } from 'kit/graphql'
import { graphql } from '../../../kit/generated/gql.ts'
const query = graphql(\`
  query TeamChoices($id: ID!) {
    id
  }
\`)
graphql(\`fragment TeamFields on Team { id }\`)
last
`
  expect(documentLoader(source)).toBe(`import { useQuery } from 'kit/graphql'
import { TeamChoicesDocument, TeamFieldsFragmentDoc } from '../../../kit/generated/graphql.ts'
const query = TeamChoicesDocument




TeamFieldsFragmentDoc
last
`)
})

test.each([
  ['without documents', 'export const graphql = () => `query One { id }`'],
  [
    'with a name that may be written in another way',
    "import { graphql } from './gql.ts'\ngraphql(`query HTTPCalls { id }`)",
  ],
])('does not change a module %s', (_, source) => expect(documentLoader(source)).toBe(source))
