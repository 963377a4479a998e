import { vi } from 'vitest'
import * as configuration from '.'

export const testLabels: configuration.Config['labels'] = {
  environment: 'staging',
  subnet_id: '01GP9XF4P15QXKPT7JYSGDJHJ3',
}

/** Variables of a deployment, where undefined leaves one out. */
export type Variables = Record<string, string | undefined>

const secret = 'a-secret-of-more-than-32-characters'

export const smallDeployment = {
  SERVICE_BASE_URL: 'https://service.example/api/',
  SUBNET_ID: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
  SERVICE_API_KEY: 'key-12345',
  SERVICE_ENVIRONMENT: 'staging',
  SERVICE_PROFILE_URL: 'https://service.example/profile',
  NEXTAUTH_URL: 'https://connect.example',
  NEXTAUTH_SECRET: secret,
  HOLD_PASSWORD: secret,
  SUBNET_USER_ID_KEY: secret,
  OIDC_ISSUER: 'https://login.example',
  OIDC_CLIENT_ID: 'client',
  OIDC_CLIENT_SECRET: 'client-secret',
}

export function configWith(change: Variables = {}): configuration.Config {
  const result = configuration.parseConfig({ ...smallDeployment, ...change })
  if (!result.ok) throw new configuration.ConfigError(result.problems)
  return result.config
}

/** Lets this process have the configuration of a small deployment with these changes, until the test ends. */
export function configure(change: Variables = {}): void {
  vi.spyOn(configuration, 'config').mockReturnValue(configWith({ LOG_LEVEL: 'silent', ...change }))
}
