/*
 * The text of a style sheet, as `scripts/inline-css-loader.mjs` makes it. Each way to write its path is declared by its
 * beginning: Next declares all that ends in `.css`, and the longest beginning is the one that counts.
 */
declare module '@/app/*.inline.css' {
  const css: string
  export default css
}
declare module './*.inline.css' {
  const css: string
  export default css
}
