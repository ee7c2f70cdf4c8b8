import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'

const screen = `import { useQuery } from 'kit/graphql'
import { graphql } from './generated/gql.ts'

const query = graphql(\`
  query Names {
    viewer {
      organizations(first: 3) {
        nodes { name }
      }
    }
  }
\`)

export function Names(): (string | number)[] {
  const { data } = useQuery(query)
  return data?.viewer?.organizations?.nodes.map(({ name }) => name) ?? []
}
`

const wrong = `import { authClient, Page } from 'kit'

export const page = <Page titel="?">?</Page>
export const call = authClient.GET('/nothing', {})
`

/** Checks the SDK's types in a new remote: queries, other compiler options, and type errors. */
export async function tryTypes(
  remote: string,
  run: string,
  call: (command: string) => Promise<{ code: unknown; output: string }>,
): Promise<void> {
  const must = async (command: string): Promise<string> => {
    const { code, output } = await call(command)
    expect(code, `${command}\n${output}`).toBe(0)
    return output
  }
  await writeFile(join(remote, 'src/names.tsx'), screen)
  const entry = join(remote, 'src/remote.tsx')
  await writeFile(entry, `import { Names } from './names.tsx'\n${await readFile(entry, 'utf8')}\nexport { Names }\n`)
  expect(await must(`${run} remote build`)).toMatch(/Built mf-invoices 1\.\d\.\d:/)

  await must(`${run} tsc --module nodenext --moduleResolution nodenext`)
  // Mantine's and Apollo's declarations do not compile with these options.
  await writeFile(join(remote, 'src/wrong.tsx'), wrong)
  const { output } = await call(`${run} tsc --skipLibCheck false`)
  expect(output.split('\n').filter((line) => /node_modules\/kit\/|^src/.test(line))).toEqual([
    expect.stringMatching(/^src\/wrong.tsx\(3,.*titel/),
    expect.stringMatching(/^src\/wrong.tsx\(4,.*"\/nothing"/),
  ])
  await rm(join(remote, 'src/wrong.tsx'))
}
