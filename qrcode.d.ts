/** The types of the function that this app uses. The package has no types. */
declare module 'qrcode' {
  /** Returns the QR code of a text as an SVG, black on white, with the margin that scanners need. */
  export function toString(text: string, options: { type: 'svg' }): Promise<string>
}
