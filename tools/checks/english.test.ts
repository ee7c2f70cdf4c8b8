import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

// The mechanical part of docs/style.md.

const root = resolve(import.meta.dirname, '../..')
const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 }).trim()
const files = git('ls-files').split('\n')

const foreign = /\banew\b|\bwhoever\b|\bin the place of\b|\b(is|are) told\b|\bbut for\b|, else\b|\basker\b/i
const comment = /^\s*(\/\/|\/?\*\*?|--|#) /
const inComment = /^\s*(\/\/|\/?\*\*?|--|#) (What|Of|Whose) |\banswers\b/

function findLines(kind: RegExp, isWrong: (line: string) => boolean): string[] {
  const ours = files.filter(
    (file) => kind.test(file) && !/(^|\/)(generated|releases|locales)\/|style\.md|english\./.test(file),
  )
  expect(ours.length).toBeGreaterThan(40)
  return ours.flatMap((file) => {
    // The changelog is rewritten only as far as it is not released.
    const [text = ''] = readFileSync(join(root, file), 'utf8').split(/^## \[1\./m)
    return text.split('\n').flatMap((line, index) => (isWrong(line) ? [`${file}:${index + 1}: ${line.trim()}`] : []))
  })
}

test('finds no comment in the old idiom', () => {
  const isWrong = (line: string): boolean => comment.test(line) && (foreign.test(line) || inComment.test(line))
  expect(findLines(/\.([cm]?[jt]sx?|sql|css|graphql|jsonc)$|^\.ci\//, isWrong)).toEqual([])
})

test('finds no document in the old idiom, nor a file of an operator', () => {
  expect(files).toEqual(expect.arrayContaining(['.env.example', 'deploy/compose.yaml', 'docs/alerts.yml']))
  expect(
    findLines(/\.(md|ya?ml|conf|cfg|service)$|^\.env\.example$|Containerfile$/, (line) => foreign.test(line)),
  ).toEqual([])
})

test('limits the titles of commits to 72 characters, in the imperative', () => {
  const [begin] = git('log', '--diff-filter=A', '--format=%H', '--', 'tools/checks/english.test.ts').split('\n')
  const titles = git('log', '--no-merges', '--format=%s', `${begin}..HEAD`).split('\n')
  expect(titles.filter((title) => title.length > 72 || /^(Let|Say|Tell|Number)\b|\.$/.test(title))).toEqual([])
})
