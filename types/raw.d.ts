/** A file imported as its text: `import html from './page.html?raw'`. */
declare module '*?raw' {
  const text: string
  export default text
}

/** A file as a `data:` address that holds all of it. */
declare module '*?url&inline' {
  const address: string
  export default address
}
