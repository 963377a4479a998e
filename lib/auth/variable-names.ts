import type { People } from './people'

/** A text about the users' OpenID login, with the names of the variables of these people's. */
export const withVariablesOf = (people: People, text: string): string =>
  people === 'staff' ? text.replaceAll(/\bOIDC_(?=[A-Z])/g, 'CONSOLE_OIDC_') : text
