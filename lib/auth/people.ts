import 'server-only'
import { config } from '@/lib/config'

/** The people of a login and of its sessions: users, or staff where they have a login of their own. */
export type People = 'users' | 'staff'

/** The people among whom the operators are. */
export const consolePeople = (): People => (config().login.staff ? 'staff' : 'users')

/** Whether a path of this app is one of the console, its query included. */
export const isConsolePath = (path: string): boolean => /^\/console(?:[/?#]|$)/.test(path)

/** The people who sign in for a page. */
export const peopleOf = (path: string): People => (isConsolePath(path) ? consolePeople() : 'users')

/** Replaces the names of variables in a text about the users' OpenID login by those of these people's login. */
export const withVariablesOf = (people: People, text: string): string =>
  people === 'staff' ? text.replaceAll(/\bOIDC_(?=[A-Z])/g, 'CONSOLE_OIDC_') : text

/** The OpenID provider of these people, if they have one. */
export const oidcOf = (people: People) => config().login[people === 'staff' ? 'staff' : 'oidc']

/** What next-auth calls the OpenID provider of these people: the last part of the redirect address that it has registered. */
export const openIdProviderIds: Record<People, string> = { users: 'oidc', staff: 'console' }

/** The same of the provider that these people have, which may be one by name. */
export const providerIdOf = (people: People): string =>
  (people === 'users' && config().login.named?.provider) || openIdProviderIds[people]
