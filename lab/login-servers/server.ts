import { randomBytes } from 'node:crypto'
import type { Page } from 'playwright'
import type { ServerProcess } from '../server-process'

type States = Record<string, 'holds' | 'wrong' | 'unknown'>

/** A login server, with what this lab has seen of it. */
export interface LoginServer {
  packages?: string[]
  /** Starts it on a free port of loopback, in a folder of its own. */
  start: (redirectUri: string) => Promise<RunningServer>
  version: [string, ...string[]]
  /** The app's variables in addition to issuer, client ID and client secret. */
  variables: Record<string, string>
  logIn: (page: Page, password: string) => Promise<void>
  /** The name that the app then shows. */
  name: string
  /** Whether the account has the role of staff. */
  opensConsole: boolean
  /** Whether the next sign-in asks for the password after a sign-out of the app; undefined if it asks for a press. */
  asksAgain?: boolean
  /** The selector of the button that it shows before it asks again. */
  renewButton?: string
  /** The status of the link after signing out; undefined without a link. */
  signOutStatus?: number
  /** What the doctor finds that is not `holds`, by what is wrong in the environment. */
  doctor: Record<'right' | 'secret' | 'redirect', States>
}

/** A server that runs, and the registration of the app there. */
export interface RunningServer extends ServerProcess {
  issuer: string
  clientId: string
  clientSecret: string
  password: string
}

export const newSecret = () => randomBytes(24).toString('base64url')
