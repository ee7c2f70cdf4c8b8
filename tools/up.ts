// `npm start`: the whole product in the foreground, until Ctrl-C or SIGTERM.
import { runInForeground } from './product/foreground.ts'

await runInForeground(process.env)
