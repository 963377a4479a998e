import { adviceForUser, languageText } from '@/components/console/connects'
import { ConsoleCopyButton } from '@/components/console/copy-button'
import { signInProblems } from '@/lib/auth/sign-in-query'
import { refusalReasons, remedyOf } from '@/lib/connect/outcome'
import type { TextKey } from '@/lib/messages/keys'
import { directionOf } from '@/lib/messages/language'
import type { ConnectRecord } from '@/lib/records'
import { skin } from '@/lib/skin'
import { consoleLanguage, consoleTexts, textsIn } from '@/lib/skin/texts'
import { walletFailures } from '@/lib/wallets/errors'

/** A quote to read out or to send. In the user's language, it has the words of the page, which are translated. */
export function TellUser({ step, language = consoleLanguage }: { step: ConnectRecord; language?: string | undefined }) {
  const t = consoleTexts()
  const advice = adviceForUser(step)
  const keys = language !== consoleLanguage && skin().languages.includes(language) ? pageTexts(step) : []
  const ofUser = keys.length > 0 ? textsIn(language) : null
  return (
    <div className="grid content-start justify-items-start gap-2">
      <h4 className="text-sm text-muted">
        {ofUser ? t('connects.link.tellIn', { language: languageText(language) }) : t('connects.columns.advice')}
      </h4>
      <blockquote
        {...(ofUser && { lang: language, dir: directionOf(language) })}
        className="w-full border-s-4 border-accent ps-4 text-lg leading-snug text-pretty"
      >
        {ofUser ? keys.map((key) => <p key={key}>{ofUser(key)}</p>) : advice}
      </blockquote>
      {ofUser && <p className="text-sm text-muted">{t('connects.link.inEnglish', { advice })}</p>}
      <ConsoleCopyButton
        look="primary"
        text={ofUser ? keys.map((key) => ofUser.plain(key)).join('\n') : advice}
        label={t('connects.link.copyAdvice')}
      />
    </div>
  )
}

/** Empty if the page says too little about the step, or sends the user to us. */
function pageTexts({ outcome, reason }: ConnectRecord): readonly TextKey[] {
  const oneOf = <Reason extends string>(reasons: readonly Reason[]) => reasons.find((each) => each === reason)
  switch (outcome) {
    case 'refused': {
      const refusal = oneOf(refusalReasons.filter((each) => remedyOf[each] !== 'tell_operator'))
      return refusal ? [`refused.title.${refusal}`, `refused.remedy.${remedyOf[refusal]}`] : []
    }
    case 'sign_in_failed': {
      const problem = oneOf(signInProblems.filter((each) => each !== 'misconfigured'))
      return problem ? [`signIn.problem.${problem}.title`, `signIn.problem.${problem}.text`] : []
    }
    case 'wallet_failed': {
      const failure = oneOf(walletFailures)
      return failure ? [`wallet.problem.${failure}.text`] : []
    }
    case 'wait':
      return [reason === 'attempts' ? 'wait.tooManyAttempts' : 'wait.title', 'wait.linkStillWorks']
    case 'confirmed':
      return ['refused.remedy.check_profile']
    case 'form_refused':
      return []
    default:
      return ['home.text']
  }
}
