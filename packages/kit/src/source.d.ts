/** The text of a bundled module (remote-tools/build/worker-source.ts). */
declare module '*?source' {
  const source: string
  export default source
}

/** The bundler adds them to the file that needs them. */
declare module '*.css'
