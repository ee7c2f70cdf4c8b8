// What remotes get as `kit/parts`. Their tests run in Node, which cannot load the styles.
import 'kit/parts.css'

export * from 'kit/parts'
