import { SearchForm } from '@/components/console/shared/search-form'
import { ServiceProblem } from '@/components/console/shared/service-problem'
import { Alert } from '@/components/ui/alert'
import type { ReadResult } from '@/lib/console/shared/service'
import type { Listed, Resource } from '@/lib/service'
import { consoleTexts } from '@/lib/skin/texts'

/**
 * Asks the service whether an account has a wallet ("List resources by wallet"). Staff type the address if the store
 * does not contain it.
 */
export function AskForm({ find, walletAddress }: { find: string; walletAddress: string | undefined }) {
  const t = consoleTexts()
  return (
    <SearchForm
      path="/console/connects"
      name="ask"
      label={t('connects.ask.label')}
      hint={t('connects.ask.hint')}
      defaultValue={walletAddress ?? ''}
      required
      button={t('connects.ask.button')}
      hidden={<input type="hidden" name="find" value={find} />}
    />
  )
}

/** The result of the service's answer. */
export function AskedWallet({
  walletAddress,
  result,
}: {
  walletAddress: string
  result: ReadResult<Listed<Resource>[]>
}) {
  const t = consoleTexts()
  if (!result.ok && result.problem.kind !== 'wallet_not_found') return <ServiceProblem t={t} problem={result.problem} />
  const answer = result.ok ? 'found' : 'notFound'
  return (
    <Alert tone={result.ok ? 'success' : 'warning'} title={t(`connects.ask.${answer}.title`, { walletAddress })}>
      <p>{t(`connects.ask.${answer}.text`)}</p>
    </Alert>
  )
}
