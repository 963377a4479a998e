import type { UserTexts } from '@/lib/messages/user-texts'
import { LazyCopyButton } from './lazy-copy-button'

/** The support code, to be read aloud or copied. */
export function CodeToQuote({ t, code }: { t: UserTexts; code: string }) {
  return (
    <p data-code className="text-sm text-muted">
      {t('support.code')}{' '}
      <bdi dir="ltr" className="font-mono text-text select-all">
        {code}
      </bdi>
      <LazyCopyButton
        text={code}
        label={t.plain('support.copy')}
        copied={t.plain('support.copied')}
        notCopied={t.plain('support.notCopied')}
      />
    </p>
  )
}
