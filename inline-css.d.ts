/** The text of a style sheet, as `scripts/inline-css-loader.mjs` makes it. */
declare module '*.inline.css' {
  const css: string
  export default css
}
