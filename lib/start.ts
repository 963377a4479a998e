import 'server-only'
import { config, ConfigError } from '@/lib/config'

/** Stops the process with exit code 1 when the environment is wrong, with every problem on standard error. */
export function refuseBadConfiguration(): void {
  try {
    config()
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    process.stderr.write(`\n${error.message}\n\n`)
    process.exit(1)
  }
}
