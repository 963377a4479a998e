import type { Config, parseConfig } from '../../lib/config'
import type { Deployment } from './deployment'
import { unknown, type Verdict } from './finding'
import { UnreachableError } from './http'

/** What is looked at. What is undefined was not given. */
export interface Subject {
  environment: ReturnType<typeof parseConfig> | undefined
  /** Names in the environment that look like this app's and that it does not know. */
  unknownVariables: readonly string[]
  deployment: Deployment | undefined
  metricsToken: string | undefined
  /** The version of this copy of the app, and its changelog. */
  copy: { version: string; changelog: string }
}

export type Judge = (subject: Subject) => Promise<Verdict> | Verdict

/** A check of what the environment configures. */
export function configured(judge: (config: Config, subject: Subject) => Promise<Verdict> | Verdict): Judge {
  return (subject) => {
    const { environment } = subject
    if (environment?.ok) return judge(environment.config, subject)
    return unknown(`Not checked: ${environment ? 'the environment is not right yet' : 'this needs the environment'}.`)
  }
}

/** A check of the address of the running deployment. */
export function addressed(judge: (deployment: Deployment, subject: Subject) => Promise<Verdict>): Judge {
  return (subject) =>
    subject.deployment
      ? judge(subject.deployment, subject)
      : unknown('Not checked: NEXTAUTH_URL is not right yet.', 'Or give the address with --url.')
}

/** A check of a deployment that answers. Where it does not, the check of https says so, and this one nothing. */
export function answering(judge: (deployment: Deployment, subject: Subject) => Promise<Verdict>): Judge {
  return addressed(async (deployment, subject) => {
    try {
      const { status } = await deployment.signInPage()
      return status === 200 ? await judge(deployment, subject) : unknown('Not checked: the app does not answer.')
    } catch (error) {
      if (error instanceof UnreachableError) return unknown('Not checked: the deployment was not reached.')
      throw error
    }
  })
}
