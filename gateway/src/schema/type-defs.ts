import { globSync, readFileSync } from 'node:fs'
import { parse, type DocumentNode } from 'graphql'

const files = globSync(`${import.meta.dirname}/*.graphql`).toSorted()

export const typeDefs: DocumentNode = parse(files.map((file) => readFileSync(file, 'utf8')).join('\n'))
