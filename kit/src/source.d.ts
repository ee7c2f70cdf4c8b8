/** A module as one script in text (kit/build/worker-source.ts). */
declare module '*?source' {
  const source: string
  export default source
}
