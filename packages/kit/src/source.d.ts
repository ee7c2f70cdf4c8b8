/** The text of a bundled module (remote-tools/build/worker-source.ts). */
declare module '*?source' {
  const source: string
  export default source
}
