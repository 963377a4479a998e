import { randomBytes } from 'node:crypto'
import { operatorName, viewerName } from './people'
import type { StandIn } from '../stand-in/start'

/** The settings of the service in an operator's deployment. */
type Service = Pick<StandIn, 'baseUrl' | 'subnetId' | 'apiKey' | 'profileUrl'>

/** The limit of presses for an app that many tests share, because tests press far more often than people. */
export const manyPresses = { CONFIRM_BUDGET_PER_MINUTE: '6000' }

/** Returns the variables of a deployment on this machine that uses the stand-in, without its login and its secrets. */
export const serviceVariables = ({ standIn, port }: { standIn: Service; port: number }): Record<string, string> => ({
  SERVICE_BASE_URL: standIn.baseUrl,
  SUBNET_ID: standIn.subnetId,
  SERVICE_API_KEY: standIn.apiKey,
  SERVICE_ENVIRONMENT: 'staging',
  SERVICE_PROFILE_URL: standIn.profileUrl,
  NEXTAUTH_URL: `http://localhost:${port}`,
})

/** Returns the variables of an app that uses the stand-in, with the demo login, one operator and one viewer. */
export function appVariables(options: { standIn: Service; port: number }): Record<string, string> {
  const secret = () => randomBytes(32).toString('base64')
  return {
    ...serviceVariables(options),
    NEXTAUTH_SECRET: secret(),
    HOLD_PASSWORD: secret(),
    SUBNET_USER_ID_KEY: secret(),
    DEMO_LOGIN: '1',
    CONSOLE_USERS: `demo:${operatorName.toLowerCase()}`,
    CONSOLE_VIEWERS: `demo:${viewerName.toLowerCase()}`,
  }
}
