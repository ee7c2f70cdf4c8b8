#!/usr/bin/env node
import { runInTerminal } from './terminal.ts'

await runInTerminal()
