import { randomBytes } from 'node:crypto'
import { operatorName } from './people'
import type { Service } from './service/start'

/** Variables with which the app talks to the stand-in, with the demo login and one operator. */
export function appVariables({
  service,
  port,
}: {
  service: Omit<Service, 'close'>
  port: number
}): Record<string, string> {
  const secret = () => randomBytes(32).toString('base64')
  return {
    SERVICE_BASE_URL: service.baseUrl,
    SUBNET_ID: service.subnetId,
    SERVICE_API_KEY: service.apiKey,
    SERVICE_PROFILE_URL: service.profileUrl,
    NEXTAUTH_URL: `http://localhost:${port}`,
    NEXTAUTH_SECRET: secret(),
    HOLD_PASSWORD: secret(),
    DEMO_LOGIN: '1',
    CONSOLE_USERS: `demo:${operatorName.toLowerCase()}`,
  }
}
