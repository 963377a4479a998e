import 'server-only'

/** Written into the build by `next.config.mjs`; the test runner does not know it. */
declare const BUILD_HAS_ACTIONS_KEY: boolean | undefined

/** Whether `NEXT_SERVER_ACTIONS_ENCRYPTION_KEY` was set as this build was made. */
export const buildHasActionsKey = typeof BUILD_HAS_ACTIONS_KEY === 'boolean' && BUILD_HAS_ACTIONS_KEY

/**
 * What is wrong with this build where several instances are meant: each build has a key of its own for its forms,
 * unless it is given one, and an instance of another build cannot read them.
 *
 * @param options.redisUrl - set where several instances share what they keep.
 */
export function actionsKeyHint({ redisUrl }: { redisUrl: string | undefined }): string | undefined {
  if (redisUrl === undefined || buildHasActionsKey) return undefined
  return (
    'REDIS_URL is for several instances, and this build has a key of its own for its forms. Set ' +
    'NEXT_SERVER_ACTIONS_ENCRYPTION_KEY to the same value for every build (openssl rand -base64 32), or a form of ' +
    'one build fails on an instance of another, as in every rolling deploy.'
  )
}
