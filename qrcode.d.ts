/** The part of the package that this app uses. */
declare module 'qrcode' {
  /** The code of a text as an SVG, black on white, with the quiet zone that readers need. */
  export function toString(text: string, options: { type: 'svg' }): Promise<string>
}
