/** A file imported as its text: `import html from './page.html?raw'`. */
declare module '*?raw' {
  const text: string
  export default text
}
