import 'server-only'
import { config } from '@/lib/config'

/** Users, or staff if they have a separate login. */
export type People = 'users' | 'staff'

export const consolePeople = (): People => (config().login.staff ? 'staff' : 'users')

export const isConsolePath = (path: string): boolean => /^\/console(?:[/?#]|$)/.test(path)

export const peopleOf = (path: string): People => (isConsolePath(path) ? consolePeople() : 'users')

/** Names the variables of these people's login in a text about the users' login. */
export const withVariablesOf = (people: People, text: string): string =>
  people === 'staff' ? text.replaceAll(/\b(?=OIDC_[A-Z]|LOGIN_SIGN_OUT_URL)/g, 'CONSOLE_') : text

export const oidcOf = (people: People) => config().login[people === 'staff' ? 'staff' : 'oidc']

/** The registered redirect URL ends with the ID. */
export const openIdProviderIds: Record<People, string> = { users: 'oidc', staff: 'console' }

export const providerIdOf = (people: People): string =>
  (people === 'users' && config().login.named?.provider) || openIdProviderIds[people]

/** The URL to which a provider sends people back, which is registered there. */
export const redirectAddressOf = ({ origin }: Pick<URL, 'origin'>, providerId: string): string =>
  `${origin}/api/auth/callback/${providerId}`
