import type { ReactNode } from 'react'
import { ResultForm } from '@/components/console/result-form'
import { CodeField } from '@/components/ui/code-field'
import { SubmitButton } from '@/components/ui/submit-button'
import { Section } from '@/components/console/console-page'
import { forgetUserAction } from './actions'
import { maxUserIdLength } from '@/lib/auth/identity'
import { config } from '@/lib/config'
import type { ConnectRecord } from '@/lib/records'
import { dayInMs } from '@/lib/format'
import { consoleTexts } from '@/lib/skin/texts'
import { store } from '@/lib/store'

/**
 * The store of the attempts, how long it keeps them, and whether any are missing.
 *
 * @param children - actions on the kept data.
 */
export function KeptWhere({
  backlog: { waiting, lost },
  children,
}: {
  backlog: { waiting: number; lost: number }
  children?: ReactNode
}) {
  const t = consoleTexts()
  const { maxAgeMs, maxEntries } = config().connectRecords
  return (
    <Section title={t('connects.kept.title')}>
      <div className="grid gap-1 text-sm text-muted">
        <p>
          {store().isShared
            ? t('connects.kept.redis', { days: Math.round(maxAgeMs / dayInMs), entries: maxEntries })
            : t('connects.kept.process')}
        </p>
        {waiting > 0 && <p className="text-warning">{t('connects.kept.waiting', { count: waiting })}</p>}
        {lost > 0 && <p className="text-danger">{t('connects.kept.lost', { count: lost })}</p>}
      </div>
      {children}
    </Section>
  )
}

/**
 * The form that deletes the kept data of a user.
 *
 * @param userId - the only user that the page has found, or undefined.
 */
export function ForgetUser({ userId }: { userId: string | undefined }) {
  const t = consoleTexts()
  return (
    <ResultForm action={forgetUserAction}>
      <details>
        <summary className="cursor-pointer text-sm text-muted">{t('connects.forget.title')}</summary>
        <div className="mt-3 grid justify-items-start gap-3">
          <p>{t('connects.forget.text')}</p>
          <CodeField
            name="user"
            label={t('connects.forget.label')}
            defaultValue={userId ?? ''}
            maxLength={maxUserIdLength}
            required
          />
          <SubmitButton look="secondary" label={t('connects.forget.button')} busyLabel={t('connects.forget.busy')} />
        </div>
      </details>
    </ResultForm>
  )
}

/**
 * Returns the user whom a search has found. A search also finds other spellings, and all users of a wallet or a link.
 *
 * @returns undefined if there are several users other than the searched one, or none.
 */
export function userOf(records: readonly ConnectRecord[], find: string): string | undefined {
  const userIds = new Set(records.flatMap(({ userId }) => userId ?? []))
  if (userIds.has(find)) return find
  return userIds.size === 1 ? [...userIds][0] : undefined
}
