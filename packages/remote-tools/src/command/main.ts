#!/usr/bin/env node
// The command `remote` of a team's own repository: `npx remote …`. In this one it is tools/remote.ts.
import { runInTerminal } from './terminal.ts'

await runInTerminal()
