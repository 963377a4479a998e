import type { ReactNode } from 'react'
import { adviceForUser } from '@/components/console/shared/connect-outcome'
import { Detail, Details } from '@/components/console/shared/details'
import { Flag } from '@/components/console/shared/flag'
import { Identifier } from '@/components/console/shared/identifier'
import { LinkOut } from '@/components/console/shared/link-out'
import { Time } from '@/components/console/shared/time'
import { userLinkOut, walletLinkOut } from '@/lib/console/shared/links-out'
import { walletPath } from '@/lib/console/shared/page-url'
import type { ConnectRecord } from '@/lib/records'
import { consoleFormats, consoleTexts } from '@/lib/skin/texts'

/**
 * The advice for the user about a step, and the stored data of the step.
 *
 * @param children - further details, below the advice.
 */
export function RecordDetails({ record, children }: { record: ConnectRecord; children?: ReactNode }) {
  const t = consoleTexts()
  const { at, requestId, userId, walletAddress, way, language, isProven, field, status, durationMs, attempts } = record
  // Fields that the deployment does not store have no value.
  const kept: { name: string; value: ReactNode }[] = [
    { name: t('connects.list.time'), value: <Time time={at} /> },
    {
      name: t('connects.list.request'),
      value: <Identifier value={requestId} what={t('connects.list.requestId')} isWhole />,
    },
    {
      name: t('connects.list.user'),
      value: userId && (
        <>
          <Identifier value={userId} what={t('connects.list.userId')} isWhole /> <LinkOut url={userLinkOut(userId)} />
        </>
      ),
    },
    {
      name: t('connects.list.wallet'),
      value: walletAddress && (
        <>
          <Identifier
            value={walletAddress}
            what={t('connects.list.walletAddress')}
            href={walletPath(walletAddress)}
            isWhole
          />{' '}
          <LinkOut url={walletLinkOut(walletAddress)} />
        </>
      ),
    },
    { name: t('connects.attempt.way'), value: way && t(`connects.attempt.ways.${way}`) },
    { name: t('connects.list.proven'), value: isProven === undefined ? null : <Flag isSet={isProven} /> },
    { name: t('connects.attempt.language'), value: language && languageText(language) },
    { name: t('connects.attempt.field'), value: field && <code>{field}</code> },
    { name: t('connects.list.status'), value: status },
    {
      name: t('connects.list.duration'),
      value: durationMs === undefined ? null : t('connects.list.milliseconds', { count: durationMs }),
    },
    { name: t('connects.list.calls'), value: attempts === undefined ? null : consoleFormats().count(attempts) },
  ]
  return (
    <Details>
      <Detail name={t('connects.attempt.tell')}>{adviceForUser(record)}</Detail>
      {children}
      {kept
        .filter(({ value }) => value !== undefined && value !== null && value !== '')
        .map(({ name, value }) => (
          <Detail key={name} name={name}>
            {value}
          </Detail>
        ))}
    </Details>
  )
}

const languageNames = new Intl.DisplayNames('en', { type: 'language' })

/** Returns the English name of a language: `Brazilian Portuguese`. */
export function languageText(tag: string): string {
  try {
    return languageNames.of(tag) ?? tag
  } catch {
    // The tag is invalid.
    return tag
  }
}
