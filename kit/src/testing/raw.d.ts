declare module '*?raw' {
  /** The content of the file. */
  const text: string
  export default text
}
