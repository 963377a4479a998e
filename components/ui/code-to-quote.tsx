import type { UserTexts } from '@/lib/messages/user-texts'
import type { ButtonLook } from './button'
import { LazyCopyButton } from './lazy-copy-button'

interface CodeProps {
  t: UserTexts
  code: string
}

/** The support code, to be read aloud or copied. */
export function CodeToQuote({ hasCopy = true, ...props }: CodeProps & { hasCopy?: boolean }) {
  const { t, code } = props
  return (
    <p data-code className="text-sm text-muted">
      <span>{t('support.code')}</span>{' '}
      <bdi dir="ltr" className="font-mono text-text select-all">
        {code}
      </bdi>
      {hasCopy && <CopyCode {...props} />}
    </p>
  )
}

/** @param look - of a button with a label, in place of an icon. */
export function CopyCode({ t, code, look }: CodeProps & { look?: ButtonLook }) {
  return (
    <LazyCopyButton
      text={code}
      label={t.plain('support.copy')}
      copied={t.plain('support.copied')}
      notCopied={t.plain('support.notCopied')}
      look={look}
    />
  )
}
