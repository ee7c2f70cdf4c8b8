// The shell provides the modules of this folder. Those that packages/kit exports have no styles,
// because tests of remotes run in Node, which cannot load them.
import '../parts/styles.css'

export * from '../parts/index.ts'
