/** The texts of what runs in the browser: of the form, and of what can come of a press. */
export const connectBrowserTexts = [
  'confirm',
  'refused',
  'wait',
  'updated',
  'offline',
  'wallet',
  'walletAddressProblem',
  'arrival',
] as const
