/** A module as one script in text (remote-tools/build/worker-source.ts). */
declare module '*?source' {
  const source: string
  export default source
}
